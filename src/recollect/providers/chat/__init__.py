"""Chat models behind OpenAI-compatible endpoints and Anthropic's; no model at all is `None`."""

from recollect.providers.chat.anthropic import Anthropic as Anthropic
from recollect.providers.chat.build import chat_model as chat_model
from recollect.providers.chat.openai import OpenAI as OpenAI
from recollect.providers.chat.remote import HttpChatModel as HttpChatModel

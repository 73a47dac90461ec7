// JavaScript clients, each as its documentation uses it. Reads one question per line and writes
// {"piece": true} when a piece of the reply arrives, then {"text": ...} or {"error": {...}}.

import { createInterface } from "node:readline";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import OpenAI from "openai";

const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const FUNCTION = { name: "weather", description: "The weather in a city", parameters: CITY };
const weather = ({ city }) => `sunny in ${city}`;
const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const onPiece = () => tell({ piece: true });

async function openaiChat({ url, headers, key, text, stream, tools }) {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, defaultHeaders: headers });
  const messages = [{ role: "user", content: text }];
  const more = tools ? { tools: [{ type: "function", function: FUNCTION }] } : {};
  for (;;) {
    const asked = { model: "gpt-fake", messages, ...more };
    const reply = stream
      ? await client.chat.completions.stream(asked).on("content", onPiece).finalChatCompletion()
      : await client.chat.completions.create(asked);
    const { message } = reply.choices[0];
    if (!message.tool_calls?.length) return message.content;
    messages.push(message);
    for (const call of message.tool_calls) {
      const content = weather(JSON.parse(call.function.arguments));
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}

async function openaiResponses({ url, headers, key, text, stream, tools }) {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, defaultHeaders: headers });
  const more = tools ? { tools: [{ type: "function", strict: false, ...FUNCTION }] } : {};
  let input = text;
  for (;;) {
    const asked = { model: "gpt-fake", input, ...more };
    const reply = stream
      ? await client.responses.stream(asked).on("response.output_text.delta", onPiece).finalResponse()
      : await client.responses.create(asked);
    const calls = reply.output.filter((item) => item.type === "function_call");
    if (!calls.length) return reply.output_text;
    more.previous_response_id = reply.id;
    input = calls.map((call) => ({
      type: "function_call_output",
      call_id: call.call_id,
      output: weather(JSON.parse(call.arguments)),
    }));
  }
}

async function anthropicMessages({ url, headers, key, text, stream, tools }) {
  const client = new Anthropic({ baseURL: url, apiKey: key, defaultHeaders: headers });
  const messages = [{ role: "user", content: text }];
  const description = { name: "weather", description: FUNCTION.description, input_schema: CITY };
  for (;;) {
    const asked = { model: "claude-fake", max_tokens: 64, messages };
    if (tools) asked.tools = [description];
    const reply = stream
      ? await client.messages.stream(asked).on("text", onPiece).finalMessage()
      : await client.messages.create(asked);
    const calls = reply.content.filter((block) => block.type === "tool_use");
    const texts = reply.content.filter((block) => block.type === "text");
    if (!calls.length) return texts.map((block) => block.text).join("");
    const content = calls.map(({ id, input }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: weather(input),
    }));
    messages.push({ role: "assistant", content: reply.content }, { role: "user", content });
  }
}

async function withAiSdk(model, { text, stream, tools }) {
  const described = { description: FUNCTION.description, inputSchema: jsonSchema(CITY) };
  const asked = { model, prompt: text, stopWhen: isStepCount(3) };
  if (tools) asked.tools = { weather: tool({ ...described, execute: async (city) => weather(city) }) };
  if (!stream) return (await generateText(asked)).text;
  const found = [];
  for await (const part of streamText({ ...asked, onError: () => {} }).fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type !== "text-delta") continue;
    onPiece();
    found.push(part.text);
  }
  return found.join("");
}

const openai = ({ url, headers, key }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key, headers });
const anthropic = ({ url, headers, key }) =>
  createAnthropic({ baseURL: `${url}/v1`, apiKey: key, headers });

const CLIENTS = {
  js_openai_chat: openaiChat,
  js_openai_responses: openaiResponses,
  js_anthropic_messages: anthropicMessages,
  ai_sdk_openai_chat: (question) => withAiSdk(openai(question).chat("gpt-fake"), question),
  ai_sdk_openai_responses: (question) => withAiSdk(openai(question)("gpt-fake"), question),
  ai_sdk_anthropic: (question) => withAiSdk(anthropic(question)("claude-fake"), question),
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  try {
    tell({ text: await CLIENTS[question.client](question) });
  } catch (error) {
    const cause = error.lastError ?? error; // the AI SDK tells of its retries first
    const status = cause.status ?? cause.statusCode;
    tell({ error: { name: cause.constructor.name, status, message: cause.message } });
  }
}

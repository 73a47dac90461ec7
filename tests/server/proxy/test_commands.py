"""The commands on the page that need a model, pasted where there is one."""

import re
import shutil
import subprocess
from html import unescape

import pytest


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_that_talk_to_a_model_work_when_pasted(opened, serve, upstream):
    memory = opened(
        upstream_base_url=upstream.url,
        core_model_base_url=upstream.url,
        core_model_provider="openai",
        core_model_name="m",
    )
    page = serve(memory).get("/docs").text
    shown = [unescape(text) for text in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    commands = [
        text for text in shown if re.search(r"\d/v1/(?:models|messages|responses)\b|/chat\b", text)
    ]
    assert len(commands) == 8
    for command in commands:
        asked = ["bash", "-c", command.replace("curl ", "curl --fail --silent ")]
        told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        assert "Fine" in told
    assert len(upstream.asked) == 8

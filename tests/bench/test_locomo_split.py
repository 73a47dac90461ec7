"""The file of our figures is made from the public one."""

import json

import pytest

from benchmarks.locomo_split import DEVELOPMENT, main


def test_the_development_conversations_and_the_others_are_written(tmp_path):
    source, target = tmp_path / "locomo10.json", tmp_path / "locomo_dev.json"
    names = ("conv-26", "conv-30", "conv-41", "conv-42", "conv-43", "conv-44", "conv-50")
    source.write_text(json.dumps([{"sample_id": name, "qa": []} for name in names]))
    assert main([str(source), str(target)]) == 0
    assert [each["sample_id"] for each in json.loads(target.read_text())] == [*DEVELOPMENT]
    assert main([str(source), str(target), "--others"]) == 0
    assert [each["sample_id"] for each in json.loads(target.read_text())] == ["conv-44", "conv-50"]


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"sample_id": "conv-26"}]'])
def test_another_file_is_refused(tmp_path, capsys, content):
    source = tmp_path / "locomo10.json"
    source.write_text(content)
    with pytest.raises(SystemExit):
        main([str(source), str(tmp_path / "out.json")])
    assert not (tmp_path / "out.json").exists()
    assert "locomo10.json" in capsys.readouterr().err

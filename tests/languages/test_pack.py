import pytest

from recollect.errors import NotFound
from recollect.languages.pack import Pack, pack, packs


def test_there_is_a_pack_for_six_languages():
    assert set(packs()) == {"de", "en", "es", "fr", "it", "pt"}
    assert pack("pt").name == "Portuguese"


def test_packs_are_loaded_once_and_immutable():
    assert packs() is packs()
    with pytest.raises(TypeError):
        packs()["xx"] = pack("en")
    with pytest.raises(TypeError):
        pack("en").table("detect")["common"] = ""


def test_a_section_that_a_pack_lacks_is_empty():
    assert pack("en").table("nothing") == {}


def test_an_unknown_language_is_not_found():
    with pytest.raises(NotFound):
        pack("xx")


@pytest.mark.parametrize("one", packs().values(), ids=lambda one: one.code)
def test_every_pack_has_the_same_tables(one: Pack):
    dates, english = one.table("dates"), pack("en").table("dates")
    for name in ("months", "weekdays", "seasons", "units", "offsets", "parts", "ordinals"):
        assert dates[name].keys() == english[name].keys()
    assert dates["written"].keys() == english["written"].keys()
    assert len(dates["written"]["months"].split()) == 12
    for name in ("leads", "past", "future", "habits", "arranged", "looks_back", "counted"):
        assert dates[name].split()

"""Certificates are loaded once, and anew where the environment names others."""

from recollect.providers.trust import trusted


def test_they_are_loaded_once():
    assert trusted() is trusted()


def test_others_are_loaded_where_the_environment_names_them(monkeypatch, tmp_path):
    before = trusted()
    with monkeypatch.context() as changed:
        changed.setenv("SSL_CERT_DIR", str(tmp_path))
        assert trusted() is not before
    assert trusted() is before

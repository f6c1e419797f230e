import pytest

from lsp.client import Client


@pytest.fixture(scope="module")
def client():
    """One session for the tests of a module, each with a document of its own."""
    with Client() as session:
        yield session

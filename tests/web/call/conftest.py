import pytest
from flask.testing import FlaskClient

from tests.web.call.caller import Caller


@pytest.fixture
def caller(client: FlaskClient) -> Caller:
    return Caller(client, 4)

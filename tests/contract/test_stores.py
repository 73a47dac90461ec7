from recollect.testing.store_contract import StoreContract


class TestStore(StoreContract):
    """Each store of the house, by the fixture `store`."""

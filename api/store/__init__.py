"""The store: tables, migrations, transactions, and photos as content-addressed files."""

from api.store.engine import Store, open_store
from api.store.files import PhotoFiles

__all__ = ["PhotoFiles", "Store", "open_store"]

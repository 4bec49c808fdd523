"""The engine: snippet, record, page, site. Start reading at `generate.py`."""

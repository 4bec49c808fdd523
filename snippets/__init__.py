"""The programs that the pages show, one folder a chapter, with their records beside them."""

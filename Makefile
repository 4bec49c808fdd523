# Each recipe is a command that a person could type. `make site` and `make test` set up
# all they need; nothing else has to be installed but Python 3.11 or newer and make.

PYTHON ?= python3
# PyTorch's own index of CPU builds (0.2 GB). Where it does not answer, PyPI's build
# serves as well; on Linux that one brings 3 GB of CUDA libraries which nothing here uses.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
PINNED := $(shell sed -n 's/^torch==\([0-9.]*\).*/\1/p' requirements/torch.txt)

BIN := .venv/bin
# Byte code is compiled at once: importing torch then takes half the time, each time.
INSTALL := $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps
LOCKED := $(INSTALL) --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

WITHOUT_TORCH = $$(sed -nE 's/^((torch|triton|cuda|nvidia)[a-z0-9-]*)==.*/--no-emit-package \1/p' requirements/torch.txt)

.PHONY: nvidia browser lighthouse offline site pages serve test check bench lock upgrade column clean

## site: run the snippets that changed, put their output on the pages, build site/
site: .venv/run.done
	$(BIN)/python -m scripts.generate
	$(BIN)/python -m mkdocs build --strict
	$(BIN)/python -m scripts.shards site

## pages: build site/ from the committed records; installs no torch
pages: .venv/site.done
	$(BIN)/python -m scripts.generate --pages
	$(BIN)/python -m mkdocs build --strict
	$(BIN)/python -m scripts.shards site

## nvidia: add NVIDIA's servers and libraries, so that their snippets run, too
nvidia: .venv/nvidia.done

## serve: live preview on http://127.0.0.1:8000
serve: .venv/site.done
	$(BIN)/python -m scripts.preview --dev-addr 127.0.0.1:8000

## test: everything that is to pass: unit tests, then each program as published
test: .venv/run.done .venv/dev.done
	$(BIN)/python -m pytest tests --ignore tests/browser
	$(BIN)/python -m pytest --markdown-docs docs README.md

## check: what needs no torch and little time: style, spelling, pages against records
check: .venv/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/typos
	$(BIN)/python -m scripts.generate --check --pages

## bench: print the figures of README.md: medians of three runs, and ratios
bench: .venv/run.done .venv/dev.done
	$(BIN)/python -m scripts.bench

## column: store this PyTorch's values as a column of the version table
column: .venv/run.done
	$(BIN)/python -m scripts.generate --column

## lock: pin and hash what the groups of pyproject.toml ask for
lock: .venv/uv.done
	$(LOCK) --group site --group dev --group run --group torch --group nvidia --group browser -o .venv/all.txt
	$(LOCK) --group torch -c .venv/all.txt -o requirements/torch.txt
	$(LOCK) --group site -c .venv/all.txt -o requirements/site.txt
	$(LOCK) --group dev --group site -c .venv/all.txt -o requirements/dev.txt
	$(LOCK) --group browser --group dev --group site -c .venv/all.txt -o requirements/browser.txt
	$(LOCK) --group run --group torch --group site -c .venv/all.txt $(WITHOUT_TORCH) -o requirements/run.txt
	$(LOCK) --group nvidia --group run --group torch -c .venv/all.txt $(WITHOUT_TORCH) -o requirements/nvidia.txt

## upgrade: make upgrade TORCH=2.16.0 TORCHAO=0.19.0: new pins, new locks, then the drift
upgrade: column
	sed -i.old -E 's/"torch==[^"]+"/"torch==$(TORCH)"/; s/"torchao==[^"]+"/"torchao==$(TORCHAO)"/' pyproject.toml
	rm pyproject.toml.old
	$(MAKE) lock
	$(MAKE) .venv/run.done
	$(BIN)/python -m scripts.generate --check

## browser: read the built site in Chromium: search, terms, quiz, accessibility
browser: .venv/browser.done pages
	SITE_DIR=$(CURDIR)/site $(BIN)/python -m pytest tests/browser --ignore tests/browser/test_lighthouse.py
	$(BIN)/lychee --offline --no-progress --include-fragments --index-files index.html --root-dir $(CURDIR)/site site

## lighthouse: what Lighthouse says of five kinds of page; needs node and npm
lighthouse: .venv/browser.done tests/browser/node_modules/.package-lock.json pages
	SITE_DIR=$(CURDIR)/site $(BIN)/python -m pytest tests/browser/test_lighthouse.py

tests/browser/node_modules/.package-lock.json: tests/browser/package-lock.json
	cd tests/browser && npm ci --ignore-scripts --no-audit --no-fund

## offline: a site that is read from a folder, without a server: offline/index.html
offline: .venv/site.done
	$(BIN)/python -m scripts.generate --pages
	OFFLINE=true $(BIN)/python -m mkdocs build --strict -d offline

# An environment counts as made only when its file is there. It is deleted first and made
# last: a set-up that was interrupted begins anew, a changed lock is installed.
.venv/uv.done: requirements/uv.txt
	rm -rf .venv
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.txt
	touch $@

.venv/%.done: requirements/%.txt
	rm -f $@
	$(LOCKED) -r $<
	touch $@

# Each layer stands on another one.
.venv/site.done: .venv/uv.done
.venv/dev.done: .venv/site.done
.venv/browser.done: .venv/dev.done
.venv/run.done: .venv/torch.done .venv/site.done
.venv/nvidia.done: .venv/run.done

.venv/torch.done: .venv/uv.done requirements/torch.txt
	rm -f $@
	UV_HTTP_RETRIES=0 $(INSTALL) --index-url $(TORCH_INDEX) torch==$(PINNED) 2>/dev/null || $(LOCKED) -r requirements/torch.txt
	touch $@

clean:
	rm -rf .venv .cache site offline tests/browser/node_modules

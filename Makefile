# Thin on purpose: the work is in scripts/ and in the tavoliere command.
.DEFAULT_GOAL := help
.PHONY: help setup setup-pi play club install rollback uninstall test fuzz soak bench lint format disk link deb deb-pi dist check-dist sbom licences audit lock clean

ARGS ?=
# Scripts and styles: the page's, and what stands beside the tests.
PAGE = "{firmware_bridge,tests}/**/*.{js,mjs,css}"

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## .venv with all that playing and testing need
	@bash scripts/setup.sh dev

setup-pi: ## .venv with all that playing on a Raspberry Pi needs
	@bash scripts/setup.sh pi

play: ## play; ARGS="dama -o capture=strict" is passed on
	@bash scripts/setup.sh play
	@.venv/bin/tavoliere play $(ARGS)

install: ## as a service on a Raspberry Pi, as root
	@bash scripts/install.sh install

rollback: ## back to the version before the last upgrade, as root
	@bash scripts/install.sh rollback

uninstall: ## take the service away; games and settings stay
	@bash scripts/install.sh uninstall

test: setup ## the tests; ARGS="-k dama" is passed on
	.venv/bin/python -m pytest -n 3 --dist worksteal $(ARGS)

fuzz: ## coverage-guided fuzzing of all that parses; ARGS="journal --seconds 600" is passed on
	@bash scripts/setup.sh fuzz
	@.venv/bin/python -m tests.fuzz.guided $(ARGS)

soak: setup ## a million edges in one process, weighed; ARGS=20000 for fewer
	@.venv/bin/python -m firmware_bridge.bench.soak $(ARGS)

bench: ## the benchmarks
	@bash scripts/setup.sh rivals
	@.venv/bin/tavoliere bench $(ARGS)

lint: setup ## style, format and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	tests/node_modules/.bin/eslint -c tests/eslint.config.mjs $(PAGE)
	tests/node_modules/.bin/prettier --check --log-level warn $(PAGE)

format: setup ## put the format right
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	tests/node_modules/.bin/eslint -c tests/eslint.config.mjs --fix $(PAGE)
	tests/node_modules/.bin/prettier --write --log-level warn $(PAGE)

club: ## a club's broker on this machine and its page; scripts/club.sh board NAME for each board
	@bash scripts/club.sh

disk: setup ## disks that forget and refuse, journals that are damaged: every case, counted
	@.venv/bin/python -m tests.firmware_bridge.record.trials $(ARGS)

link: setup ## two programs and a broker that fail at random moments: 100 times each, counted
	@.venv/bin/python -m tests.firmware_bridge.link.trials $(ARGS)

deb: setup ## a Debian package into dist/, for the simulated board and boards behind a Pico
	@bash scripts/deb.sh all

deb-pi: setup ## the same for a 64-bit Raspberry Pi with its compiled drivers, as root
	@bash scripts/deb.sh arm64

dist: setup ## sdist and wheel into dist/, the same bytes wherever they are built
	@.venv/bin/python -m scripts.dist

check-dist: dist ## the same, looked over as the index will
	@bash scripts/setup.sh publish
	@.venv/bin/python -m twine check --strict dist/*.tar.gz dist/*.whl

sbom: setup ## bills of materials (CycloneDX) into dist/
	@.venv/bin/python -m scripts.sbom

licences: setup ## the licence of everything that is shipped
	@.venv/bin/python -m scripts.licences

audit: setup ## locked versions against known vulnerabilities, without a network
	@.venv/bin/python -m scripts.audit $(ARGS)

lock: setup ## newest versions into the lock files
	bash scripts/lock.sh

clean: ## remove all that make has made
	rm -rf .venv tests/node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engines hardware firmware_bridge tests -name __pycache__ -prune -exec rm -rf {} +

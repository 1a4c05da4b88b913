# Each target sets up what it needs by itself; a second run finds it there and goes straight on.
.PHONY: help run test bench soak fuzz sanitize build deb install uninstall lint format clean distclean steady nightly

help: ## What can be made
	@sed -nE 's/^([a-z]+):.* ## (.*)/make \1\t\2/p' Makefile | expand -t 16

run: ## Open Sotto: its window, or the terminal where there is no display (ARGS="--home DIR")
	@scripts/setup build run
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build release
	@scripts/run $(ARGS)

test: ## The gate: style, both builds, every test (about thirteen minutes, six when little is to be built)
	@scripts/setup
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/check

steady: ## Run tests many times, half of them on a busy machine (ARGS="20 SelectionStories")
	@scripts/setup
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build debug --product SottoPackageTests
	@scripts/build release
	@scripts/steady $(ARGS)

nightly: ## All that the gate leaves out: a clone without caches, long tests, soak, fuzz, sanitizers, bench, both Debians
	@scripts/setup
	@scripts/nightly $(ARGS)

bench: ## Measure what matters: sending, opening, growing, the first frame, answers (ARGS="markdown": only that)
	@scripts/setup
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build release
	@scripts/bench $(ARGS)

soak: ## Kill it a thousand times, fill the disk, torment its readers, and look for a lost message
	@scripts/setup
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build release
	@scripts/soak $(ARGS)

fuzz: ## Torment what reads bytes from outside (FUZZ_SECONDS=60 for each target)
	@scripts/setup
	@scripts/cmark
	@scripts/fuzz $(ARGS)

sanitize: ## The tests with AddressSanitizer
	@scripts/setup
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/sanitize $(ARGS)

build: ## A release build only
	@scripts/setup build
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build release

deb: ## The package for the Debian of this machine, for any of its processors (ARGS="--revision 2")
	@scripts/setup build package
	@scripts/deps
	@scripts/cmark
	@SOTTO_PORTABLE=1 scripts/llama
	@SOTTO_PORTABLE=1 scripts/build release
	@SOTTO_PORTABLE=1 scripts/deb $(ARGS)

install: ## Install for everybody (PREFIX=/usr/local; PREFIX=$HOME/.local for yourself)
	@scripts/setup build run
	@scripts/deps
	@scripts/cmark
	@scripts/llama
	@scripts/build release
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install

uninstall: ## Take away what was installed; chats stay where they are
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install --remove

lint: ## Look at the style and the texts
	@scripts/style
	@scripts/catalogue

format: ## Mend the style, and the catalogue of texts
	@scripts/style --mend
	@scripts/catalogue --mend

clean: ## Remove what was built (the store engine, the model engine and the Markdown parser stay in .deps/)
	rm -rf .build

distclean: clean ## Remove those three too, here and in the cache that all clones share
	rm -rf .deps
	@scripts/kept clear

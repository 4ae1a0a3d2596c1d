.PHONY: check test build bench fuzz generate

GO ?= go

# check is what CI runs.
check:
	@bash .ci/run

test:
	$(GO) test ./...

build:
	$(GO) build -o bin/loophole ./cmd/loophole

# bench prints the figures that docs/numbers.md records.
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./odds ./sim ./rulesets/...

# generate rewrites the pages of docs that are made from the code.
generate:
	$(GO) generate ./...

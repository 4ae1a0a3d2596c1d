.PHONY: check test build bench fuzz soak generate

GO ?= go

# check is what CI runs.
check:
	@bash .ci/run

test:
	$(GO) test ./...

build:
	$(GO) build -o bin/loophole ./cmd/loophole

# bench measures, prints, and writes docs/numbers.md: medians of seven.
bench:
	( $(GO) test -count=1 ./bench -run TestGate -gate -v && $(GO) test -run '^$$' -bench . -benchmem -count 7 -benchtime 200ms ./bench ./odds ./sim ./ground ./rulesets ./rulesets/... ./cmd/... ) | $(GO) run ./tools/numbers docs/numbers.md

# fuzz runs every fuzz target for half a minute each.
fuzz:
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
		echo "== $$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime 30s $$p || exit 1; done; done

# soak plays a million random games of each rulebook that has a game, kills a
# server 200 times while it is played on, and plays 500 matches at once: by players
# who think, and by players who do not.
soak:
	LOOPHOLE_KILLS=200 $(GO) test -count 1 -timeout 0 -v -run 'TestKilledServer' ./cmd/loophole
	LOOPHOLE_MATCHES=500 LOOPHOLE_THINKING=1s LOOPHOLE_P99=100ms $(GO) test -count 1 -timeout 0 -v -run 'TestLoad' ./cmd/loophole
	LOOPHOLE_MATCHES=500 LOOPHOLE_THINKING=500ms $(GO) test -count 1 -timeout 0 -v -run 'TestLoad' ./cmd/loophole
	LOOPHOLE_MATCHES=500 $(GO) test -count 1 -timeout 0 -v -run 'TestLoad' ./cmd/loophole
	LOOPHOLE_GAMES=1000000 $(GO) test -count 1 -timeout 0 -v -run 'TestConformance/games' ./rulesets/...

# generate rewrites the pages of docs that are made from the code.
generate:
	$(GO) generate ./...

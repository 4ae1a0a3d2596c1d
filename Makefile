.PHONY: check check-all npm site format test build bench compare browser pictures pace fuzz soak generate release module

GO ?= go

# check is what CI runs.
check:
	@bash .ci/run

# check-all asks each question of the casebooks and of the pinned odds in every form of the
# program, and plays a game of each scenario there. check does so with a sample. It needs
# node, npm and gcc.
check-all:
	LOOPHOLE_ALL=1 LOOPHOLE_NODE=1 LOOPHOLE_PYTHON=1 $(GO) test -count 1 -timeout 1h -v ./internal/equality

# format formats the pages, styles and scripts. With CHECK=check it only checks them, as CI does.
CHECK ?= write
format:
	@npx --yes prettier@3.10.1 --log-level warn --$(CHECK) $$(git ls-files '*.js' '*.mjs' '*.ts' '*.css' '*.html')

test:
	$(GO) test ./...

build:
	$(GO) build -o bin/ ./cmd/loophole ./cmd/loophole-cluster

# bench measures the speed, prints it, and writes the medians of seven runs to docs/numbers.md.
bench:
	( $(GO) test -count=1 ./internal/bench -run TestGate -gate -v && $(GO) test -run '^$$' -bench . -benchmem -count 7 -benchtime 200ms ./internal/bench ./odds ./sim ./ground ./rulesets ./rulesets/... ./cmd/... ) | $(GO) run ./tools/numbers docs/numbers.md

# browser runs the browser tests in full: every state of every rulebook is audited, and
# a game of each is played by clicks as well.
browser:
	LOOPHOLE_BROWSER=1 LOOPHOLE_LONG=1 $(GO) test -count 1 -timeout 1h ./internal/browsertest

# pictures opens every state of every rulebook in the running program and takes pictures
# at three widths, light and dark: open index.html in the folder. It needs chromium.
PICTURES ?= pictures
pictures:
	LOOPHOLE_BROWSER=1 LOOPHOLE_PICTURES=$(abspath $(PICTURES)) $(GO) test -count 1 -timeout 0 -run 'TestPictures$$' ./internal/browsertest
	@echo "look at $(PICTURES)/index.html"

# pace measures the pages in chromium and writes docs/pace.md: how heavy they are, how
# soon they paint, how soon an action is shown, how smoothly dice roll.
pace:
	LOOPHOLE_BROWSER=1 LOOPHOLE_PACE=$(abspath docs/pace.md) $(GO) test -count 1 -timeout 0 -run 'TestPace$$' ./internal/browsertest
	@cat docs/pace.md

# compare runs the benchmarks of an earlier commit and of this tree in turn, and
# prints the ratios: make compare BASE=2fd6471
BASE ?= HEAD
compare:
	$(GO) run ./tools/compare -base $(BASE) ./odds ./sim ./ground ./rulesets ./rulesets/d20skirmish ./rulesets/konflikt47 ./rulesets/lasergrenadiers ./rulesets/oldworld ./rulesets/tideofiron

# fuzz runs every fuzz target, for half a minute each: make fuzz FUZZTIME=60s. Go minimizes
# a new input in at most ten trials, because minimizing would take most of the time.
FUZZTIME ?= 30s
fuzz:
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
		echo "== $$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p || exit 1; done; done

# soak runs for a day: it fuzzes, kills servers under play, plays a hundred matches at once and
# random games, and writes docs/soak.md. For less: make soak SOAK=2h SOAKPAGE=/tmp/soak.md
SOAK ?= 24h
SOAKPAGE ?= docs/soak.md
soak:
	$(GO) run ./tools/soak -for $(SOAK) $(SOAKPAGE)

# generate rewrites what is made from the code. The archives come first, because pages count what is in them.
generate:
	$(GO) generate -run tools/pack ./...
	$(GO) generate ./...

# release builds the program twice for every system that it is published for, and
# writes checksums and a list of its parts beside it.
DIST ?= dist
release:
	$(GO) run ./tools/release $(DIST)
	@cd $(DIST) && sha256sum -c SHA256SUMS

# site writes the tabletop as files that any web server can serve, with the program in the
# browser: make site SITE=public
SITE ?= site
site:
	$(GO) run ./tools/browserprogram $(DIST)/browser
	$(GO) run ./cmd/loophole site $(SITE) --program $(DIST)/browser

# npm builds the npm package, with the program as a WebAssembly module.
npm:
	$(GO) run ./tools/browserprogram npm/program
	cp LICENSE NOTICE npm/
	cp "$$($(GO) env GOROOT)/LICENSE" npm/program/LICENSE-Go
	mkdir -p $(DIST)
	cd npm && npm pack --pack-destination $(abspath $(DIST))

# module gives the module the address under which it is published, so that others can
# import it, in go.mod, imports and docs: make module PATH=example.org/you/loophole
module:
	@[ "$(origin PATH)" = "command line" ] || { echo "say the path of the module: make module PATH=example.org/you/loophole" >&2; exit 2; }
	@PATH="$(dir $(shell command -v $(GO))):/usr/bin:/bin" $(GO) run ./tools/module $(PATH)

package rulestest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"loophole/casebook"
	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
)

var update = flag.Bool("update", false, "rewrite evidence.txt, and odds.txt and the playthroughs in testdata")

// Options locate the files of a ruleset. The zero Options suit a test in the folder of the ruleset.
type Options struct {
	// Dir is the folder of the ruleset, with its code and its testdata. Empty is the folder of
	// the test.
	Dir string
	// Game is the ruleset's game, or nil.
	Game *game.Game
	// Scenarios are played in the checks of the game. Nil stands for the bundled ones, or, if
	// there are none, for those of the folder scenarios in Dir.
	Scenarios []*scenario.Scenario
}

// garbagePercent is the garbage collector's target while the kit runs. The kit allocates much and
// keeps little, and a quarter of its time went into collecting.
const garbagePercent = 300

// Run checks a ruleset, each check as a subtest. It skips checks whose reports would mislead after
// the fault of an earlier one.
func Run(t *testing.T, rules *rule.Ruleset, o Options) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	k, err := open(rules, o)
	if err != nil {
		t.Fatal(err)
	}
	k.update = *update
	failed, skipped := map[string]bool{}, map[string][]string{}
	for _, c := range k.checks() {
		failed[c.name] = !t.Run(c.name, func(t *testing.T) {
			if testing.Short() && slices.Contains(long, c.name) {
				t.Skip("a long check: run without -short")
			}
			if why := k.pointless(c.name, failed); why != "" {
				skipped[why] = append(skipped[why], c.name)
				t.Skip(why)
			}
			c.check(k, t)
		})
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		t.Logf("not checked, because %s: %s", why, strings.Join(skipped[why], ", "))
	}
}

// checks lists the checks of the ruleset. The evidence comes last, since it follows from all others.
func (k *kit) checks() []check {
	if k.game == nil {
		return append(slices.Clip(checks), evidence)
	}
	return slices.Concat([]check{scenarios}, checks, gameChecks, []check{evidence})
}

// pointless says why a check would mislead after the checks that failed, or is "".
func (k *kit) pointless(name string, failed map[string]bool) string {
	switch {
	case k.unlisted:
		return "the ruleset does not list all that it uses: see cases"
	case failed[scenarios.name] && slices.Contains(playsGames, name):
		return "no game can be played: see scenarios"
	case failed["casebook"] && name == "switches" && k.casesFault != nil:
		return "no case can be played: see casebook"
	case name == evidence.name && !k.update:
		for _, c := range k.checks() {
			if failed[c.name] {
				return "the other checks come first: fix what they found, such as " + c.name
			}
		}
	}
	return ""
}

// A reporter receives faults. It is the part of [testing.T] that checks use, so that the kit's
// own tests can replace it.
type reporter interface {
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
}

// checks lists the checks, fast and informative ones first.
var checks = []check{
	{"cases", (*kit).checkCases},
	{"docs", (*kit).checkDocs},
	{"keys", (*kit).checkKeys},
	{"round-trip", (*kit).checkRoundTrip},
	{"ledger", (*kit).checkLedger},
	{"citations", (*kit).checkSites},
	{"pure", (*kit).checkPure},
	{"prefixes", (*kit).checkPrefixes},
	{"extremes", (*kit).checkExtremes},
	{"questions", (*kit).checkQuestions},
	{"topics", (*kit).checkTopics},
	{"mass", (*kit).checkMass},
	{"die-by-die", (*kit).checkTwins},
	{"states", (*kit).checkStates},
	{"trials", (*kit).checkTrials},
	{"records", (*kit).checkRecords},
	{"rulings", (*kit).checkRulings},
	{"house", (*kit).checkHouse},
	{"strict", (*kit).checkStrict},
	{"odds", (*kit).checkOdds},
	{"playthroughs", (*kit).checkPlays},
}

// Of a ruleset with a game, scenarios is the first check. Evidence is the last of every ruleset.
var (
	scenarios = check{"scenarios", (*kit).checkScenarios}
	evidence  = check{"evidence", (*kit).checkEvidence}
)

// playsGames lists the checks that play games, and know less without them.
var playsGames = []string{
	"ledger", "citations", "house", "wording", "battlefield", "games", "matches", "game-odds", "scenes", "lines", "secrets",
	"played", "casebook", "switches", "evidence",
}

// long lists the checks that -short skips: they go through every reading, every path or many
// games.
var long = []string{
	"ledger", "citations", "pure", "questions", "mass", "die-by-die", "states", "trials",
	"rulings", "house", "strict", "evidence", "wording", "keys", "round-trip", "extremes", "records", "prefixes", "scenes",
	"switches", "secrets", "played", "game-odds", "matches", "lines", "battlefield",
}

// A check is one check of the kit. Its name is that of the subtest.
type check struct {
	name  string
	check func(*kit, reporter)
}

// A kit is a ruleset under test.
type kit struct {
	rules      *rule.Ruleset
	game       *game.Game // or nil
	scenarios  []*scenario.Scenario
	dir        string
	update     bool
	situations []*situation
	excuses    []*excuse

	explored sync.Once
	base     []*exploration // in the order of situations
	switched sync.Once
	variants []variant

	watched sync.Once
	seen    *played // in games

	unlisted bool // a situation used what the ruleset does not list

	opened     sync.Once
	cases      *casebook.Book
	casesFault error
	ran        sync.Once
	report     *casebook.Report

	twinResults map[twinTask]twinResult
	followed    map[twinWork]int // paths that the twins have followed
}

// open reads the cases of a ruleset. A file that it cannot read is an error, since no check can
// then run.
func open(rules *rule.Ruleset, o Options) (*kit, error) {
	k := &kit{rules: rules, game: o.Game, scenarios: o.Scenarios, dir: o.Dir, twinResults: map[twinTask]twinResult{}, followed: map[twinWork]int{}}
	if k.dir == "" {
		k.dir = "."
	}
	if k.scenarios == nil && k.game != nil {
		if err := k.findScenarios(); err != nil {
			return nil, fmt.Errorf("rulestest: %w", err)
		}
	}
	if err := k.gather(); err != nil {
		return nil, fmt.Errorf("rulestest: %w", err)
	}
	return k, nil
}

// findScenarios finds the bundled scenarios of the ruleset or, if there are none, those of its folder
// scenarios.
func (k *kit) findScenarios() error {
	k.scenarios = scenario.ForRuleset(k.rules.ID)
	bundled, own := filepath.Join(k.dir, "..", "..", "scenario", "bundled"), filepath.Join(k.dir, "scenarios")
	switch inRepository := isFolder(bundled); {
	case inRepository && isFolder(own):
		return fmt.Errorf("the program does not know the scenarios in %s: move them to scenario/bundled/%s", own, k.rules.ID)
	case inRepository:
		return scenario.CheckPacked(k.rules.ID, os.DirFS(bundled))
	case len(k.scenarios) == 0 && isFolder(own):
		if _, err := scenario.ReadAll(os.DirFS(own)); err != nil {
			return err
		}
		scenario.Add(os.DirFS(own)) // Cases can begin with them, and examples can open them.
		k.scenarios = scenario.ForRuleset(k.rules.ID)
	}
	return nil
}

// isFolder reports whether a path is that of a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// path returns the path of a file of testdata.
func (k *kit) path(name string) string { return filepath.Join(k.dir, "testdata", name) }

// read returns a file of testdata, or "" if it does not exist.
func (k *kit) read(name string) (string, error) {
	b, err := os.ReadFile(k.path(name))
	if os.IsNotExist(err) {
		return "", nil
	}
	return string(b), err
}

// write writes a file of testdata.
func (k *kit) write(name, text string) error {
	if err := os.MkdirAll(k.path(""), 0o777); err != nil {
		return err
	}
	return os.WriteFile(k.path(name), []byte(text), 0o666)
}

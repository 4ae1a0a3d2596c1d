package rulestest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"loophole/casebook"
	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
)

var update = flag.Bool("update", false, "rewrite evidence.txt, and odds.txt and the playthroughs in testdata")

// Options say where a rulebook keeps its things. The zero Options are right
// for a test that stands in the folder of the rulebook.
type Options struct {
	// Dir is the folder of the rulebook: its code, and its testdata. Empty is
	// the folder of the test.
	Dir string
	// Game is the rulebook's game, if it has one: see games.go.
	Game *game.Game
	// Scenarios are what the game is played on; nil for those that come with
	// the program.
	Scenarios []*scenario.Scenario
}

// garbagePercent is the garbage collector's target while the kit runs. The kit allocates much and
// keeps little, and a quarter of its time went into collecting.
const garbagePercent = 300

// Run checks a rulebook, each check as a subtest.
func Run(t *testing.T, rules *rule.Ruleset, o Options) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	k, err := open(rules, o)
	if err != nil {
		t.Fatal(err)
	}
	k.update = *update
	list := checks
	if k.game != nil {
		list = append(slices.Clip(list), gameChecks...)
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && slices.Contains(long, c.name) {
				t.Skip("a long check: run without -short")
			}
			c.check(k, t)
		})
	}
}

// A reporter hears of faults. It is the part of [testing.T] that checks use,
// so that the kit's own tests can listen instead.
type reporter interface {
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
}

// checks is everything that the kit looks at, cheap and telling things first.
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
	{"standings", (*kit).checkStandings},
	{"trials", (*kit).checkTrials},
	{"records", (*kit).checkRecords},
	{"rulings", (*kit).checkRulings},
	{"house", (*kit).checkHouse},
	{"strict", (*kit).checkStrict},
	{"odds", (*kit).checkOdds},
	{"playthroughs", (*kit).checkPlays},
	{"evidence", (*kit).checkEvidence},
}

// long lists the checks that -short leaves out: they go through every switch, every path
// or many games.
var long = []string{
	"ledger", "citations", "pure", "questions", "mass", "die-by-die", "standings", "trials",
	"rulings", "house", "strict", "evidence",
	"switches", "secrets", "played", "game-odds",
}

// A check is one of them, with its name.
type check struct {
	name  string
	check func(*kit, reporter)
}

// A kit is one rulebook under test.
type kit struct {
	rules      *rule.Ruleset
	game       *game.Game // or nil
	scenarios  []*scenario.Scenario
	dir        string
	update     bool
	situations []*situation
	excuses    []*excuse

	explored sync.Once
	base     []*exploration // as situations
	switched sync.Once
	variants []variant

	watched sync.Once
	seen    *played // in games

	opened     sync.Once
	cases      *casebook.Book
	casesFault error
	ran        sync.Once
	report     *casebook.Report

	findings map[match]finding
	followed map[errand]int // paths that the twins have followed
}

// open reads the cases of a rulebook. What it cannot read is an error, because
// nothing else can be checked then.
func open(rules *rule.Ruleset, o Options) (*kit, error) {
	k := &kit{rules: rules, game: o.Game, scenarios: o.Scenarios, dir: o.Dir, findings: map[match]finding{}, followed: map[errand]int{}}
	if k.dir == "" {
		k.dir = "."
	}
	if k.scenarios == nil {
		k.scenarios = scenario.ForRuleset(rules.ID)
	}
	if err := k.gather(); err != nil {
		return nil, fmt.Errorf("rulestest: %w", err)
	}
	return k, nil
}

// path names a file of the rulebook's testdata.
func (k *kit) path(name string) string { return filepath.Join(k.dir, "testdata", name) }

// read returns a file of testdata; one that does not exist is empty.
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

package scenario_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
)

// TestBundled sets up every bundled scenario. Its file states the names of its sides.
func TestBundled(t *testing.T) {
	per := map[string]int{}
	for _, b := range scenario.Bundled() {
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.NewInstance(g, b, nil)
		if err != nil {
			t.Errorf("%v: %v", b, err)
			continue
		}
		if legal, err := f.Legal(f.Start); err != nil || len(legal) == 0 {
			t.Errorf("%v: nothing is legal at its start: %v", b, err)
		}
		if sides := b.Sides(); !slices.Equal(sides, []string{string(f.Sides[0]), string(f.Sides[1])}) {
			t.Errorf("%v: the file states the sides %q; they are %q", b, sides, f.Sides)
		}
		per[b.Ruleset]++
	}
	for _, g := range rulesets.Games {
		if per[g.Rules.ID] < 4 {
			t.Errorf("%s has %d scenarios", g.Rules.ID, per[g.Rules.ID])
		}
	}
}

// TestSidesNotStated reads set-ups that state no two names.
func TestSidesNotStated(t *testing.T) {
	for _, setup := range []string{"rounds: 3", "sides: German", "sides: [German]", "sides: [a, b, c]", "sides: [[a], b]"} {
		b, err := scenario.Read("x.yaml", strings.NewReader("format: 1\nruleset: tideofiron\nname: x\nsetup:\n  "+setup+"\n"))
		if err != nil {
			t.Fatal(setup, err)
		}
		if sides := b.Sides(); sides != nil {
			t.Errorf("%s: %q", setup, sides)
		}
	}
}

// A bundled file is an example to read. It has a title, a source, the minutes at a table, and
// comments about ground, units and clauses.
const (
	fewestMinutes, mostMinutes = 10, 60
	fewestComments             = 10 // lines
	fewestClauses              = 4
)

// cited is a clause in a comment: "[need.hits]".
var cited = regexp.MustCompile(`\[([a-z0-9-]+\.[a-z0-9-]+)\]`)

// comments returns the number of comment lines of a file, and the clauses that they name.
func comments(b *scenario.Scenario) (lines int, clauses []rule.Clause) {
	seen := map[string]bool{}
	for line := range strings.Lines(b.FileText()) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if !ok || strings.TrimSpace(text) == "" {
			continue
		}
		lines++
		for _, m := range cited.FindAllStringSubmatch(text, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				clauses = append(clauses, rule.Clause(m[1]))
			}
		}
	}
	return lines, clauses
}

func TestBundledFilesTeach(t *testing.T) {
	for _, b := range scenario.Bundled() {
		if b.Title == "" || b.Source == "" || b.Gist == "" {
			t.Errorf("%v: title %q, source %q, gist %q: say all three", b, b.Title, b.Source, b.Gist)
		}
		if b.Minutes < fewestMinutes || b.Minutes > mostMinutes {
			t.Errorf("%v takes %d minutes: %d to %d are a game for one evening", b, b.Minutes, fewestMinutes, mostMinutes)
		}
		lines, clauses := comments(b)
		if lines < fewestComments || len(clauses) < fewestClauses {
			t.Errorf("%v: %d lines of comments name %d clauses", b, lines, len(clauses))
		}
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range clauses {
			if _, ok := g.Rules.Ledger.Find(c); !ok {
				t.Errorf("%v: there is no clause %s", b, c)
			}
		}
	}
}

// mostGames is the number of random games of which at least one has to show a clause that a
// scenario names.
const mostGames = 120

// TestBundledFilesShow plays each scenario until all clauses in its comments have taken effect.
func TestBundledFilesShow(t *testing.T) {
	for _, b := range scenario.Bundled() {
		f := testgame.New(t, b)
		_, waiting := comments(b)
		for n := uint64(0); n < mostGames && len(waiting) > 0; n++ {
			fired := playedClauses(t, f, n)
			waiting = slices.DeleteFunc(waiting, func(c rule.Clause) bool { return fired[c] })
		}
		for _, c := range waiting {
			t.Errorf("%v: its comments name %s, which takes effect in none of %d games", b, c, mostGames)
		}
	}
}

// playedClauses plays a random game and returns the clauses that took effect.
func playedClauses(t *testing.T, f *game.Instance, n uint64) map[rule.Clause]bool {
	t.Helper()
	rng := policy.NewRand(1, n, 0)
	dice := sim.NewSampler(1, n, func(c rule.Choice) int { return rng.Below(len(c.Options)) })
	dice.Start(1, n)
	fired := map[rule.Clause]bool{}
	rec := &rule.Record{OnEntry: func(e rule.Entry) { fired[e.Cite] = true }}
	r, u := f.Runner(), rule.NewUmpire(dice, rec).WithHouseRules(f.House)
	for !r.Status().Over {
		a, err := (&policy.Random{}).ChooseAction(r, rng)
		if err == nil {
			rec.Entries = rec.Entries[:0]
			err = rule.Catch(func() { r.Apply(u, a) })
		}
		if err != nil {
			t.Fatalf("%s: %v", f.Scenario, err)
		}
	}
	return fired
}

// TestListed: the list of scenarios in docs/scenarios.md is complete.
func TestListed(t *testing.T) {
	page, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			listed++
		}
	}
	for _, b := range scenario.Bundled() {
		if row := fmt.Sprintf("| `%s` | `%s` | %s | %d | ", b.Ruleset, b.Name, b.Title, b.Minutes); !strings.Contains(string(page), row) {
			t.Errorf("docs/scenarios.md has no row %q", row)
		}
	}
	if listed != len(scenario.Bundled()) {
		t.Errorf("docs/scenarios.md lists %d scenarios of %d", listed, len(scenario.Bundled()))
	}
}

// TestFind: the error suggests near names.
func TestFind(t *testing.T) {
	if b, err := scenario.Find("tideofiron", "worked"); err != nil || b.Name != "worked" {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := scenario.Find("tideofiron", "wroked"); err == nil || !strings.Contains(err.Error(), "did you mean worked?") {
		t.Error(err)
	}
	if list := scenario.ForRuleset("chess"); list != nil {
		t.Errorf("chess has %d scenarios", len(list))
	}
}

// TestSchema checks every bundled scenario against the schema of its ruleset, and the schema
// against a wrong file.
func TestSchema(t *testing.T) {
	for _, g := range rulesets.Games {
		text, err := scenario.Schema(g.NewSetup(), g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", doc); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile("schema.json")
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join("bundled", g.Rules.ID, "*.yaml"))
		if len(files) == 0 {
			t.Errorf("%s has no files", g.Rules.ID)
		}
		for _, name := range files {
			x := load(t, name)
			if err := s.Validate(x); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			x.(map[string]any)["setup"].(map[string]any)["rumble"] = 3
			if s.Validate(x) == nil {
				t.Errorf("%s: the schema lets an unknown key pass", name)
			}
		}
	}
}

// load reads YAML as the values of JSON.
func load(t *testing.T, name string) any {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var x any
	if err := yaml.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	j, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(j))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestFindReadsOneFile: a scenario that is found alone is the one in the list that is read later.
func TestFindReadsOneFile(t *testing.T) {
	alone, err := scenario.Find("tideofiron", "row")
	if err != nil {
		t.Fatal(err)
	}
	if list := scenario.Bundled(); !slices.Contains(list, alone) {
		t.Errorf("%v is not in the list", alone)
	}
	for _, b := range scenario.Bundled() {
		if found, err := scenario.Find(b.Ruleset, b.Name); found != b {
			t.Errorf("%v: found is %v, %v", b, found, err)
		}
	}
	for _, name := range []string{"", "..", "../konflikt47/bunkers", "row.yaml", "ROW"} {
		if b, err := scenario.Find("tideofiron", name); err == nil {
			t.Errorf("%q: found is %v", name, b)
		}
	}
}

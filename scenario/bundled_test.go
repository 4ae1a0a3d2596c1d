package scenario_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"loophole/rulesets"
	"loophole/scenario"
)

// TestBundled sets every scenario up that comes with the program.
func TestBundled(t *testing.T) {
	per := map[string]int{}
	for _, b := range scenario.Bundled() {
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Begin(g, b, nil)
		if err != nil {
			t.Errorf("%v: %v", b, err)
			continue
		}
		if legal, err := f.Legal(f.Start); err != nil || len(legal) == 0 {
			t.Errorf("%v: nothing is legal at its start: %v", b, err)
		}
		per[b.Ruleset]++
	}
	for _, g := range rulesets.Games {
		if per[g.Rules.ID] < 4 {
			t.Errorf("%s has %d scenarios", g.Rules.ID, per[g.Rules.ID])
		}
	}
}

// TestSchema holds every scenario that comes with the program against the
// schema of its rulebook, and the schema against a file that is wrong.
func TestSchema(t *testing.T) {
	for _, g := range rulesets.Games {
		text, err := scenario.Schema(g.Setup(), g.Rules)
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

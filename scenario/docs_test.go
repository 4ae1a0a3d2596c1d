package scenario_test

import (
	"os"
	"strings"
	"testing"

	"loophole/rulesets"
	"loophole/scenario"
)

// TestDocs sets up the example of docs/scenarios.md.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no example")
	}
	b, err := scenario.Read("docs/scenarios.md", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scenario.NewInstance(g, b, nil); err != nil {
		t.Error(err)
	}
}

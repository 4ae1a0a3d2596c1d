package sweep_test

import (
	"bytes"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"loophole/sweep"
)

// TestSchema validates sweep files by the schema: two that can be read and some that cannot.
func TestSchema(t *testing.T) {
	text, err := sweep.Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sweep.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sweep.json")
	if err != nil {
		t.Fatal(err)
	}
	for in, valid := range map[string]bool{
		small: true, stopping: true, measured: true,
		"seed: 3": false, "format: 1\ngame: 3": false, "format: 1\nseed: -1": false, "format: 1\nscenarios: x": false,
		"format: 1\npolicies: [a]": false, "format: 2": false,
		"format: 1\nseeds: 1..3\nmeasure: score": true, "format: 1\nseeds: {a: b}": false, "format: 1\nmeasure: {a: b}": false,
	} {
		text, err := yaml.YAMLToJSON([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		x, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(x); (err == nil) != valid {
			t.Errorf("%s: %v", in, err)
		}
	}
}

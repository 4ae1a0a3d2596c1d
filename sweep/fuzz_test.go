package sweep_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"loophole/sweep"
)

// FuzzFile checks that a sweep file is read within its bounds, or rejected with a place.
func FuzzFile(f *testing.F) {
	for _, s := range []string{
		small, stopping, measured, "format: 1\nseeds: 0..99999999999\npolicies: [[random, random]]\nscenarios: [{scenario: stairs}]",
		"format: 1\nmeasure: {a: b}\nseeds: [[1]]", "", "format: 1", "format: 2\n", "format: 1\nseed: -1", "format: 1\nstop: {error: 1e9}",
		"format: 1\npolicies: [[a], b, {c: d}]\nscenarios: [{scenario: stairs}]",
		"format: 1\npolicies: [[random, random]]\n" +
			"scenarios: [{scenario: block, vary: ['setup.rounds=0..99', 'a=b,c', 'setup.x=1..90']}]",
		"format: 1\npolicies: [[random, random]]\nscenarios: [{scenario: block, set: ['setup.units.1=none', '=', 'x']}]",
		"format: 1\nquestions: [{ruleset: oldworld, procedure: combat, vary: ['facts.x=1,2']}]",
		`{"format": 1, "policies": [["random", "random"]], "scenarios": [{"scenario": "stairs"}]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		p, err := sweep.Read("f.yaml", strings.NewReader(in), bundled, "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.yaml:") {
				t.Fatalf("no place in %q", err)
			}
			return
		}
		r := p.Result()
		if len(r.Cells) == 0 || len(r.Cells) > sweep.MostCells || r.Complete {
			t.Fatalf("%d cells, complete: %v", len(r.Cells), r.Complete)
		}
		if n, _ := r.Missing(); n < len(r.Cells) || n > sweep.MostShards {
			t.Fatalf("%d shards", n)
		}
		again := reread(t, r)
		if bytesOf(t, again) != bytesOf(t, r) {
			t.Fatal("a result does not survive its file")
		}
	})
}

// FuzzResult checks that a result is rejected, or that it can be merged with itself, written and
// shown.
func FuzzResult(f *testing.F) {
	f.Add([]byte(part(handOne)))
	for _, text := range []string{small, stopping, measured} {
		p := plan(f, text)
		for _, o := range []sweep.Options{{}, {Part: 2, Parts: 3}} {
			r, err := p.Run(context.Background(), p.Result(), o)
			if err != nil {
				f.Fatal(err)
			}
			f.Add([]byte(bytesOf(f, r)))
		}
	}
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"format":1,"complete":true,"cells":[{"procedure":"x",
		"answer":{"events":[{"name":"a","value":"1/0"}]}}]}`))
	f.Add([]byte(`{"format":1,"cells":[{"scenario":"x","games":1000000,"shard":1,"policies":["a","b"],
		"sides":["c","d"],"values":[]}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := sweep.ReadResult("f.json", bytes.NewReader(in))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.json") {
				t.Fatalf("no name in %q", err)
			}
			return
		}
		text := bytesOf(t, r)
		twice, err := sweep.Merge(r, reread(t, r))
		if err != nil {
			t.Fatal(err)
		}
		if got := bytesOf(t, twice); got != text {
			t.Fatalf("merged with itself it is\n%s\nnot\n%s", got, text)
		}
		var table bytes.Buffer
		if err := r.WriteCSV(&table); err != nil {
			t.Fatal(err)
		}
		r.Groups()
	})
}

package cli

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"loophole/sweep"
)

// TestSweepProgress checks the lines that tell how far a sweep is where there is no terminal: one
// every ten seconds.
func TestSweepProgress(t *testing.T) {
	var text strings.Builder
	c := &console{err: &text}
	p := c.sweepProgress("rounds")
	p.show(11, 40)
	if text.Len() > 0 {
		t.Errorf("at once it says %q", text.String())
	}
	p.start, p.next = p.start.Add(-lineEvery), p.next.Add(-lineEvery)
	p.show(20, 40)
	p.show(21, 40)
	if got := text.String(); got != "rounds: 20 of 40 shards, about 20 s left\n" {
		t.Errorf("it says %q", got)
	}
	for _, x := range []struct {
		done, all, recent int
		took              time.Duration
		want              string
	}{
		{0, 40, 0, time.Minute, "0 of 40 shards"},
		{40, 40, 40, time.Minute, "40 of 40 shards"},
		{10, 40, 10, 100 * time.Millisecond, "10 of 40 shards, about 1 s left"},
		{10, 40, 10, time.Minute, "10 of 40 shards, about 3 min left"},
		{1, 2000, 1, time.Minute, "1 of 2 000 shards, about 33 h left"},
	} {
		if got := progressText(x.done, x.all, x.recent, x.took); got != x.want {
			t.Errorf("%q, not %q", got, x.want)
		}
	}
}

// TestNoCluster checks that the program without a cluster refuses its commands with a hint, and hides
// them.
func TestNoCluster(t *testing.T) {
	for _, line := range []string{"work --nats nats://x", "sweep x.yaml --coordinate"} {
		status, _, err := run(t, strings.Fields(line)...)
		if status != statusBadInput || !strings.Contains(err, "build it with: go build ./cmd/loophole-cluster") {
			t.Errorf("%s: %d, %s", line, status, err)
		}
	}
	_, out, _ := run(t, "sweep", "--help")
	_, all, _ := run(t, "--help")
	if strings.Contains(out, "--coordinate") || strings.Contains(all, "  work ") {
		t.Error(out, all)
	}
}

// TestSweepsPage runs each command of docs/sweeps.md in order and compares what it prints with
// what the page shows.
func TestSweepsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	page, err := os.ReadFile("../../docs/sweeps.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "80")
	files := regexp.MustCompile("(?s)This is `([a-z]+\\.yaml)`.{0,60}?\n```yaml\n(.*?)```").FindAllSubmatch(page, -1)
	if len(files) != 2 {
		t.Fatalf("the page has %d sweep files", len(files))
	}
	for _, f := range files {
		if err := os.WriteFile(string(f[1]), f[2], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commands := 0
	for _, block := range strings.Split(string(page), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			words := strings.Fields(line)
			if words[0] != "loophole" {
				t.Fatalf("%s: the test runs loophole only", line)
			}
			var out, bad strings.Builder
			if s := Main(context.Background(), words[1:], strings.NewReader(""), &out, &bad); s != statusFine {
				t.Fatalf("%s: %s", line, bad.String())
			}
			if got := strings.TrimRight(out.String(), "\n"); got != strings.TrimRight(want, "\n") {
				t.Errorf("%s prints\n%s\nnot\n%s", line, got, want)
			}
			commands++
		}
	}
	if commands < 7 {
		t.Errorf("%d commands", commands)
	}
	one, err := os.ReadFile("rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile("joined.json")
	if err != nil || string(one) != string(two) {
		t.Error("the joined result is another", err)
	}
}

// TestMissingText checks what is said about shards that are missing.
func TestMissingText(t *testing.T) {
	for want, list := range map[string][]int{"3": {3}, "0-2, 7": {0, 1, 2, 7}, "1-2, 4-5": {1, 2, 4, 5}} {
		if got := rangesOf(list); got != want {
			t.Errorf("%v: %s, not %s", list, got, want)
		}
	}
	var odd []int
	for n := range 40 {
		odd = append(odd, 2*n+1)
	}
	if got := rangesOf(odd); got != "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 28 more" {
		t.Error(got)
	}
	r := &sweep.Result{}
	for i := range 10 {
		r.Cells = append(r.Cells, sweep.Cell{Ruleset: "book", Procedure: "ask", Values: []sweep.Value{{Path: "x", Value: fmt.Sprint(i)}}})
	}
	r.Cells[0].Answer, r.Cells[0].Done = &sweep.Answer{}, true
	want := "not complete: 9 shards are missing\n  book ask x=1\n  book ask x=2\n  book ask x=3\n  book ask x=4\n" +
		"  book ask x=5\n  book ask x=6\n  book ask x=7\n  book ask x=8\n  and 1 more cell"
	if got := missingText(r); got != want {
		t.Errorf("there is\n%s\nnot\n%s", got, want)
	}
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage runs the commands of the coordinator and the worker in docs/sweeps.md on the sweep of that
// page, at free addresses.
func TestSweepsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	page, err := os.ReadFile("../../docs/sweeps.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, rest, _ := strings.Cut(rest, "```")
	_, rest, _ = strings.Cut(rest, "\n## A coordinator and workers\n")
	_, rest, found := strings.Cut(rest, "```sh\n")
	block, _, _ := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the page has no commands")
	}
	x := newFixture(t, text)
	x.store = x.path("rounds.store")
	commands := strings.NewReplacer("127.0.0.1:8048", x.statusAddr, "127.0.0.1:4222", x.natsAddr, "rounds.yaml", x.file,
		"rounds.json", x.path("many.json"), "rounds.store", x.store).Replace(block)
	list := strings.Split(strings.TrimSpace(commands), "\n")
	if len(list) != 2 || !strings.HasPrefix(list[0], "loophole-cluster sweep") {
		t.Fatalf("the page has the commands\n%s", block)
	}
	// The default address of the coordinator may be in use here.
	c := start(t, "program", append(strings.Fields(list[0])[1:], "--listen", x.natsAddr, "--store", x.store)...)
	c.until("waiting for workers")
	want := "loophole-cluster work --nats nats://" + x.natsAddr + " --nats-token " + filepath.Join(x.store, "token")
	if !strings.Contains(c.said(), want) || list[1] != want {
		t.Errorf("the coordinator prints\n%s\nthe page shows\n%s", c.said(), list[1])
	}
	checkExits(t, start(t, "program", strings.Fields(list[1])[1:]...), c)
	x.checkResult()
}

package server

import (
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"loophole/internal/twohands"
	"loophole/rulesets"
)

// TestHandsByScript: a client in JavaScript, which shares no code with this program, plays a match
// with dice of two hands to its end, and the lines are valid.
func TestHandsByScript(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	if can := exec.Command(node, "-e", "crypto.subtle.generateKey('Ed25519', true, ['sign']).catch(() => process.exit(1))"); can.Run() != nil {
		t.Skip("this node has no Ed25519")
	}
	srv := served(t, Options{})
	web := httptest.NewServer(srv)
	defer web.Close()
	out, err := exec.CommandContext(t.Context(), node, "testdata/hands.mjs", web.URL+"/api/v1").CombinedOutput()
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	path, _, _ := strings.Cut(string(out), " ")
	x, err := srv.store.Load(t.Context(), strings.TrimPrefix(path, "/matches/"))
	if err != nil {
		t.Fatal(err)
	}
	g, rolls := twohands.New(rulesets.Game, nil), 0
	for _, line := range x.Hands {
		if err := g.Take(line[:len(line)-1]); err != nil {
			t.Fatal(err)
		}
		if len(g.Hands.Last.Faces) > 0 {
			rolls++
		}
	}
	if !g.Over() || rolls == 0 {
		t.Errorf("%d rolls; the game is over: %v", rolls, g.Over())
	}
}

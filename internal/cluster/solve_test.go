package cluster_test

import (
	"path/filepath"
	"testing"
)

// TestSolve solves games in this process: one to its end, and one with hidden pieces, which is refused as
// one process refuses it.
func TestSolve(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	store := t.TempDir()
	c := start(t, "solve", "../exam/fights/tideofiron/weakened.yaml", "--coordinate", "--store", store, "--listen", "127.0.0.1:0")
	w := start(t, "work", "--nats", c.url(), "--nats-token", filepath.Join(store, "token"), "--workers", "2")
	c.ends(0, "waiting for workers")
	w.ends(0, "shards computed")
	c = start(t, "solve", "lasergrenadiers", "farm", "--coordinate", "--store", t.TempDir(), "--listen", "127.0.0.1:0")
	c.ends(2, "a solution would use what is hidden") // before a worker is there
	c = start(t, "solve", "../exam/fights/tideofiron/weakened.yaml", "--coordinate", "--workers", "2")
	c.ends(2, "unknown flag: --workers")
	c = start(t, "solve", "../exam/fights/tideofiron/weakened.yaml", "--ack-wait", "2s")
	c.ends(2, "--ack-wait: give it with --coordinate")
}

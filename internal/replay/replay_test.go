package replay

import "testing"

// TestCheckpoints: a checkpoint is known by its name; what is cleared is used again.
func TestCheckpoints(t *testing.T) {
	var p Plan
	first, second := p.Checkpoint("turn"), p.Checkpoint("round")
	if p.Checkpoint("turn") != first || p.Checkpoint("rou"+string([]byte("nd"))) != second || len(p.Checkpoints()) != 2 || second.Number != 1 {
		t.Errorf("checkpoints %v", p.Checkpoints())
	}
	first.State, first.Nodes = 3, append(first.Nodes, 7, 8)
	if n := first.Node(); n != -1 {
		t.Errorf("a state that has no name yet is called %d", n)
	}
	first.State = 1
	if n := first.Node(); n != 8 {
		t.Errorf("a state is called %d, not 8", n)
	}
	kept := 0
	p.Start(first, 1)
	p.Clear(func(states any) any { kept++; return states })
	if kept != 2 || len(p.Checkpoints()) != 0 || p.ResumeFrom != nil {
		t.Errorf("%d kept, %d checkpoints, from %v", kept, len(p.Checkpoints()), p.ResumeFrom)
	}
	if again := p.Checkpoint("volley"); again != first || again.Name != "volley" || len(again.Nodes) != 0 {
		t.Errorf("again %v", again)
	}
}

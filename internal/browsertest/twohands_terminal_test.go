package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/server"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

// A terminal is a running loophole join with its output.
type terminal struct {
	t  *testing.T
	in io.WriteCloser

	mu   sync.Mutex
	said bytes.Buffer
}

func (x *terminal) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.said.Write(p)
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.said.String()
}

func (x *terminal) until(what string) {
	x.t.Helper()
	for end := time.Now().Add(writeTime); !strings.Contains(x.text(), what); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Fatalf("%q is not said in\n%s", what, x.text())
		}
	}
}

func (x *terminal) types(line string) {
	x.t.Helper()
	if _, err := io.WriteString(x.in, line+"\n"); err != nil {
		x.t.Fatal(err, x.text())
	}
}

// joins runs loophole join until it quits.
func joins(t *testing.T, program string, args ...string) *terminal {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*writeTime)
	cmd := exec.CommandContext(ctx, program, append([]string{"join", "--data", t.TempDir()}, args...)...)
	x := &terminal{t: t}
	cmd.Stdout, cmd.Stderr = x, x
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	x.in = in
	t.Cleanup(func() {
		in.Close()
		cmd.Wait() // It may have quit.
		cancel()
	})
	return x
}

// played returns a match as replayed from its lines.
func (h *house) played(b *server.CreatedMatch) *twohands.Game {
	h.t.Helper()
	g := twohands.New(rulesets.Game, nil)
	for _, l := range bytes.Split(bytes.TrimSuffix(h.lines(b), []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			h.t.Fatal(err)
		}
	}
	return g
}

// acts lets the acting player do something: a terminal, by its side, or else the page. It waits for
// owed values.
func (h *house) acts(b *server.CreatedMatch, page *player, terminals map[string]*terminal) {
	h.t.Helper()
	g := h.played(b)
	_, begun := g.Match.Pending()
	lines, mine := g.Hands.Lines, g.Match.Status().Side
	line := ""
	switch {
	case g.Over():
		h.t.Fatal("the game is over")
	case g.Hands.Owes() != "":
		time.Sleep(50 * time.Millisecond)
		return
	case begun:
		if mine, line = g.Decides(), "1"; mine < 0 {
			return
		}
	default:
		list, err := g.Match.Instance.Legal(g.Match.Position())
		if err != nil {
			h.t.Fatal(err)
		}
		line = g.Match.Instance.FormatAction(list[0])
		for _, a := range list {
			if p := g.Match.Instance.FormatAction(a); isFierce(p) {
				line = p
			}
		}
	}
	x := terminals[string(g.Match.Instance.Sides[mine])]
	if x == nil {
		page.does(page.stands())
		return
	}
	x.types(line)
	for end := time.Now().Add(writeTime); h.played(b).Hands.Lines == lines; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("%q is not done in\n%s", line, x.text())
		}
	}
}

// TestTwoHandsAgainstTheTerminal: a browser and a terminal play each other. After its chain was
// renewed, the seat of the browser moves to a terminal by the recovery line. Both verifiers accept
// the lines.
func TestTwoHandsAgainstTheTerminal(t *testing.T) {
	t.Parallel()
	h := served(t)
	program := filepath.Join(t.TempDir(), "loophole")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/loophole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "terms": map[string]any{"dice": "two hands"}, "seats": []any{map[string]any{}, map[string]any{"invite": true}}})
	link := func(side string) string { return "/m/" + b.ID + "#" + b.Tokens[side] }
	x := joins(t, program, h.url(link("Soviet")))
	x.until("Waiting for the other player")
	p := newPlayer(h.open(link("German"), desk))
	p.until("the table with a key of its own", fmt.Sprintf(`eyes.all('.plan-drawing')[0] && !location.href.endsWith(%s)`, quoted(link("German"))))
	x.until("The match has begun")
	soviet := map[string]*terminal{"Soviet": x}
	for h.rolls(b) < 3 {
		h.acts(b, p, soviet)
	}
	for h.played(b).Hands.Owes() != "" {
		time.Sleep(20 * time.Millisecond)
	}
	x.types("undo")
	p.until("the question", `eyes.text('.asked').includes('asks to undo the last action')`)
	p.click(".asked button", "No, keep it")
	x.until("the action is not undone")

	p.click("[data-about]", "")
	p.click(".show-recovery", "")
	line := see[string](p.page, "the recovery line", `eyes.all('.dice-settings .copy input')[0]?.value`)
	p.click(".renew-chain", "")
	for end := time.Now().Add(writeTime); h.given(b, hands.Rekey, "German") == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the chain is not renewed", p.said())
		}
	}
	p.click("dialog button", "✕")
	rolls := h.rolls(b)
	for h.rolls(b) < rolls+1 {
		h.acts(b, p, soviet)
	}
	address := p.address()
	p.leaves()
	y := joins(t, program, h.url(address), "--recover", line)
	y.until("You play German")
	both := map[string]*terminal{"German": y, "Soviet": x}
	for rolls = h.rolls(b); h.rolls(b) < rolls+2; {
		h.acts(b, nil, both)
	}
	h.verifies(program, b)
}

// verifies verifies the lines of a match with the program and with the Python verifier.
func (h *house) verifies(program string, b *server.CreatedMatch) {
	h.t.Helper()
	file := filepath.Join(h.t.TempDir(), "hands.jsonl")
	if err := os.WriteFile(file, h.lines(b), 0o600); err != nil {
		h.t.Fatal(err)
	}
	if out, err := exec.Command(program, "verify", file).CombinedOutput(); err != nil {
		h.t.Errorf("%v: %s", err, out)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		return // The verifier's own tests report this.
	}
	if out, err := exec.Command(python, "-B", "../../tools/verify-dice/verify.py", file).CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "valid: ") {
		h.t.Errorf("%v: %s", err, out)
	}
}

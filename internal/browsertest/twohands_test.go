package browsertest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"testing"

	"loophole/hands"
	"loophole/internal/server"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

// TestTwoHandsInThePage: two browsers play with dice of two hands, with a reload. A browser with
// cleared storage says so and continues by its recovery line. The lines are valid.
func TestTwoHandsInThePage(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "terms": map[string]any{"dice": "two hands"}, "seats": []any{map[string]any{}, map[string]any{"invite": true}}})
	host, guest := newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)), newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk))
	for _, p := range []*player{host, guest} {
		p.until("the table with a key of its own", fmt.Sprintf(`eyes.all('.plan-drawing')[0] && location.hash !== %s && location.hash !== %s`, quoted("#"+b.Tokens[b.Sides[0]]), quoted("#"+b.Tokens[b.Sides[1]])))
	}
	host.forgives("403") // The first link opens nothing any more; the browser has its own key.
	takesTurns(t, func() bool { return h.rolls(b) > 0 }, host, guest)
	host.visit("/")
	host.visit("/m/" + b.ID + "#" + b.Tokens[b.Sides[0]])
	host.until("the table again", `eyes.all('.plan-drawing')[0]`)
	takesTurns(t, func() bool { return h.rolls(b) >= 3 }, host, guest)
	if n := h.rolls(b); n < 3 {
		t.Fatalf("%d rolls", n)
	}
	guest.click("[data-about]", "")
	guest.click(".show-recovery", "")
	line := see[string](guest.page, "the recovery line", `eyes.all('.dice-settings .copy input')[0]?.value`)
	guest.evaluates(`Object.keys(localStorage).filter(k => k.startsWith('loophole.hand.')).forEach(k => localStorage.removeItem(k))`)
	guest.evaluates(`location.reload()`)
	guest.until("the loss to be told", `eyes.text('.hand-lost').includes('does not have your hand')`)
	guest.page.types(".hand-lost", "Recovery line", line)
	guest.click(".hand-lost button", "Restore my hand")
	guest.until("the hand again", `!eyes.all('.hand-lost')[0]`)

	g := twohands.New(rulesets.Game, nil)
	for _, l := range bytes.Split(bytes.TrimSuffix(h.lines(b), []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
}

// lines returns the lines of two hands of a match.
func (h *house) lines(b *server.CreatedMatch) []byte {
	h.t.Helper()
	r, _ := http.NewRequest(http.MethodGet, h.url("/api/v1/matches/"+b.ID+"/hands.jsonl"), nil) // The address is valid.
	r.Header.Set("Authorization", "Bearer "+b.Tokens["spectator"])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal(answer.Status, err)
	}
	return text
}

// rolls returns the number of completed rolls.
func (h *house) rolls(b *server.CreatedMatch) int {
	h.t.Helper()
	return bytes.Count(h.lines(b), []byte(`{"kind":"roll"`))
}

// TestNobleIsEd25519: the page's library signs like RFC 8032 (7.1, test 1), and makes the keys,
// chains and faces of package hands.
func TestNobleIsEd25519(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	const vendor = `import('/page/hand.js').then(m => `
	match, root := sha256.Sum256([]byte("a match")), sha256.Sum256([]byte("a root"))
	secret := hands.NewSecret(match, "German", root)
	got := evaluate[[]string](p, "the hand", fmt.Sprintf(vendor+`{ const s = m.secretOf(%[1]s, 'German', %[2]s); const next = m.secretOf(%[1]s, 'German', %[2]s, 2); return [s.key, s.end, s.value(1), s.sign('', { kind: 'act', by: 'German', text: 'undo' }).sig, next.key, next.end]; })`, quoted(hex.EncodeToString(match[:])), quoted(hex.EncodeToString(root[:]))))
	first, err := secret.Value(1)
	if err != nil {
		t.Fatal(err)
	}
	third := secret.Renewed().Renewed().Hand()
	want := []string{secret.Hand().Key, secret.Hand().End, first.String(), secret.Sign("", hands.Entry{Kind: hands.Act, By: "German", Text: "undo"}).Sig, third.Key, third.End}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: found %s, want %s", i, got[i], want[i])
		}
	}
	faces := evaluate[[]int](p, "faces", vendor+`m.faces('q', 40, 10, ['`+first.String()+`', '']))`)
	if f := hands.Faces("q", 40, 10, []hands.Value{first, {}}); fmt.Sprint(f) != fmt.Sprint(faces) {
		t.Errorf("found %v, want %v", faces, f)
	}
	const (
		seed   = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
		public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
		sig    = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
	)
	if signed := evaluate[[]string](p, "RFC 8032", vendor+`m.signing('`+seed+`', ''))`); signed[0] != public || signed[1] != sig {
		t.Errorf("found %v, want %s and %s", signed, public, sig)
	}
}

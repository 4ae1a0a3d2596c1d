package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/store/sqlite"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rulesets"
)

// A signer is the client of a side of a match with dice of two hands. It stores everything that it
// has received and revealed, like loophole join.
type signer struct {
	t           *testing.T
	path, token string
	secret      *hands.Secret
	*twohands.Player
	dice *mrand.Rand
}

// ask sends a request; ok is false if the server was gone before the whole answer arrived.
func (s *signer) ask(method, address string, body, into any) (status int, ok bool) {
	text, _ := json.Marshal(body)
	r, err := http.NewRequest(method, address, bytes.NewReader(text))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.token)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, false
	}
	defer w.Body.Close()
	if text, err = io.ReadAll(w.Body); err != nil {
		return 0, false
	}
	if w.StatusCode < 300 && into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			s.t.Errorf("%s: %v", text, err)
		}
	}
	return w.StatusCode, true
}

// seatHands begins a match and claims both seats.
func seatHands(t *testing.T, base, ruleset, scenario string) (list [2]*signer) {
	t.Helper()
	var b struct {
		ID     string
		Sides  []string
		Tokens map[string]string
	}
	first := &signer{t: t}
	body := map[string]any{"ruleset": ruleset, "scenario": scenario, "terms": map[string]any{"dice": "two hands"}}
	if status, _ := first.ask("POST", base+"/matches", body, &b); status != http.StatusCreated {
		t.Fatal(status)
	}
	for i, side := range b.Sides {
		s := &signer{t: t, path: "/matches/" + b.ID, token: b.Tokens[side], dice: mrand.New(mrand.NewPCG(2+seed, uint64(i)))}
		var x struct{ Terms string }
		s.ask("GET", base+s.path+"/hands", nil, &x)
		var root hands.Value
		rand.Read(root[:])
		s.secret = hands.NewSecret(hands.MatchOf([]byte(x.Terms)), side, root)
		s.Player = twohands.NewPlayer(rulesets.Game, s.secret, hands.Memory{})
		h := s.secret.Hand()
		var c struct{ Token string }
		if status, _ := s.ask("POST", base+s.path+"/seats/"+side+"/claim", map[string]any{"hand": map[string]string{"key": h.Key, "end": h.End}}, &c); status != http.StatusOK {
			t.Fatal(status)
		}
		s.token = c.Token
		list[i] = s
	}
	list[0].hear(base)
	list[1].hear(base)
	return list
}

// hear follows the new lines. A line that the signer has seen must be there again.
func (s *signer) hear(base string) bool {
	for {
		var x struct {
			Count int
			Sum   string
			Lines []string
		}
		if status, ok := s.ask("GET", fmt.Sprint(base, s.path, "/hands?from=", s.Hands.Lines+1), nil, &x); !ok || status != http.StatusOK {
			return false
		}
		if x.Count < s.Hands.Lines {
			s.t.Errorf("the server has %d lines; the signer has seen %d", x.Count, s.Hands.Lines)
			return false
		}
		for _, l := range x.Lines {
			if err := s.Follow([]byte(l)); err != nil {
				s.t.Error(err)
				return false
			}
		}
		if s.Hands.Lines == x.Count {
			return true
		}
	}
}

// step does what the side must do, if anything. ok is false if the server is gone.
func (s *signer) step(base string) (did, ok bool) {
	if !s.hear(base) {
		return false, false
	}
	var e hands.Entry
	var err error
	side := s.Side(s.secret.Hand().Seat)
	_, pending := s.Match.Pending()
	switch {
	case s.Over():
		return false, true
	case s.Owes():
		e, err = s.Reveal()
	case s.Decides() == side:
		e, err = s.Act(fmt.Sprint("choose ", s.dice.IntN(len(s.Open().Choice.Options))))
	case !pending && s.Match.Status().Side == side:
		list, failed := s.Match.Instance.Legal(s.Match.Position())
		if failed != nil {
			s.t.Fatal(failed)
		}
		e, err = s.Act("do " + s.Match.Instance.FormatAction(list[s.dice.IntN(len(list))]))
	default:
		return false, true
	}
	if err != nil {
		s.t.Error(err)
		return false, false
	}
	sum := s.Hands.Sum
	entry := map[string]string{"kind": e.Kind, "by": e.By, "text": e.Text, "value": e.Value, "sig": e.Sig}
	status, ok := s.ask("POST", base+s.path+"/hands", map[string]any{"sum": sum, "entry": entry}, nil)
	if ok && status != http.StatusOK {
		s.t.Errorf("%+v: %d", e, status)
	}
	return true, ok
}

// TestKilledHands plays matches with dice of two hands on a server that is killed repeatedly
// without warning. No line that a player has seen is lost or changed, no value is revealed for two
// questions, and all lines and records are valid.
func TestKilledHands(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	dir := t.TempDir()
	program, data := built(t), filepath.Join(dir, "data")
	chance := mrand.New(mrand.NewPCG(3+seed, 5))
	var players [2]*signer
	lines := 0
	for kill := range kills() {
		s := start(t, program, data)
		if players[0] == nil || players[0].Over() {
			players = seatHands(t, s.base, "tideofiron", "block")
		}
		after := 5 + chance.IntN(25)
		timer := time.AfterFunc(time.Minute, s.kill)
		for n, gone := 0, false; !gone && !players[0].Over(); n++ {
			if n == after {
				time.AfterFunc(time.Duration(chance.IntN(3000))*time.Microsecond, func() { s.cmd.Process.Kill() })
			}
			for _, p := range players {
				if _, ok := p.step(s.base); !ok {
					gone = true
				}
			}
		}
		timer.Stop()
		s.kill()
		if lines += players[0].Hands.Lines; t.Failed() {
			t.Fatalf("at kill %d", kill)
		}
	}
	t.Logf("%d kills, %d lines of two hands", kills(), lines)
	if lines < 20*kills() {
		t.Errorf("%d lines prove nothing", lines)
	}
	st, err := sqlite.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	ids, err := st.IDs(context.Background())
	if err != nil || len(ids) == 0 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		x, err := st.Load(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, x)
		var record bytes.Buffer
		g := twohands.New(rulesets.Game, &record)
		for _, l := range x.Hands {
			if err := g.Take(bytes.TrimSuffix(l, []byte("\n"))); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(record.Bytes(), bytes.Join(x.Lines, nil)) {
			t.Errorf("match %s: the record differs from the lines", id)
		}
		if _, err := match.Read(&record); err != nil {
			t.Error(err)
		}
	}
}

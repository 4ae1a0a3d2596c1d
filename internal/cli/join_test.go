package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/server"
	"loophole/internal/store/sqlite"
	"loophole/policy"
)

// A liar is a tabletop with a match, and somebody between it and whoever asks.
type liar struct {
	t     *testing.T
	url   string
	dir   string
	begin server.CreatedMatch
	lie   func(line string) string // changes the lines that are told, if it is not nil
}

// lying begins a match on a server whose answers pass a liar.
func lying(t *testing.T, body string) *liar {
	t.Helper()
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := server.New(st, server.Options{})
	l := &liar{t: t, dir: t.TempDir()}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.lie == nil || r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/hands") {
			s.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, r)
		var x server.HandLines
		if err := json.Unmarshal(rec.Body.Bytes(), &x); err != nil {
			t.Error(err)
		}
		for i := range x.Lines {
			x.Lines[i] = l.lie(x.Lines[i])
		}
		json.NewEncoder(w).Encode(x)
	}))
	t.Cleanup(func() { s.Stop(); web.Close(); s.Close(); st.Close() })
	l.url = web.URL
	a, err := http.Post(web.URL+"/api/v1/matches", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&l.begin); err != nil || a.StatusCode != http.StatusCreated {
		t.Fatal(a.Status, err)
	}
	return l
}

const rowOfHands = `{"ruleset":"tideofiron","scenario":"row","terms":{"dice":"two hands"},"seats":[{},{"invite":true}]}`

// both have both sides join, and hear of each other.
func (l *liar) both(ctx context.Context) (a, b *joinedMatch) {
	l.t.Helper()
	a, _ = l.joins(0)
	b, _ = l.joins(1)
	for _, j := range []*joinedMatch{b, a} {
		if err := j.catchUp(ctx); err != nil {
			l.t.Fatal(err)
		}
	}
	return a, b
}

// joins joins a side without its loop, so that a test says when what is heard.
func (l *liar) joins(side int) (*joinedMatch, *bytes.Buffer) {
	l.t.Helper()
	out := &bytes.Buffer{}
	c := &console{in: strings.NewReader(""), out: out, err: out, colour: colourNever}
	w, err := remoteOf(l.url + l.begin.Links[l.begin.Sides[side]])
	var k *keptSeat
	if err == nil {
		k, err = seatKept(&joinFlags{data: l.dir}, w)
	}
	if err == nil && !k.Claimed {
		err = k.claim(l.t.Context(), w, "")
	}
	var j *joinedMatch
	if err == nil {
		w.token = k.Token
		j, err = c.newJoinedMatch(w, k)
	}
	if err != nil {
		l.t.Fatal(err)
	}
	return j, out
}

// TestJoinWholeGame: two programs play a whole game with each other. Each rolls by itself, both
// show the same, and both sign the end. The files of the server are valid then.
func TestJoinWholeGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, told := l.joins(0)
	if err := a.catchUp(ctx); err != nil || !strings.Contains(told.String(), "Waiting for the other player") {
		t.Fatal(err, told)
	}
	b, _ := l.joins(1)
	players, rng, ended := [2]*joinedMatch{a, b}, policy.NewRand(1, 0, 0), 0
	for n := 0; ended < 2; n++ {
		if n > 4000 {
			t.Fatal("no end")
		}
		if n == 40 { // One is ended and comes back.
			b, _ = l.joins(1)
			players[1] = b
		}
		ended = 0
		for _, j := range players {
			if err := j.catchUp(ctx); err == errEnded {
				ended++
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			line := randomLine(t, j, rng)
			if line == "" {
				continue
			}
			if err := j.handleLine(ctx, line); err != nil && err != errEnded {
				t.Fatal(err)
			}
		}
	}
	if !a.player.Hands.Closed() || a.player.Hands.Sum != b.player.Hands.Sum {
		t.Error("the end is not the same for both")
	}
	for _, want := range []string{"The match has begun", " (two hands)", "The game is over", "Both sides have confirmed the result"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not said in\n%s", want, told)
		}
	}
	for _, file := range []string{"hands.jsonl", "record.jsonl"} {
		r, err := a.remote.request(ctx, "GET", "/"+file, nil)
		if err != nil {
			t.Fatal(err)
		}
		x, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(x.Body)
		x.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if status := Main(ctx, []string{"verify", name}, strings.NewReader(""), &out, &out); status != 0 || !strings.HasPrefix(out.String(), "valid: ") {
			t.Errorf("%d %s", status, &out)
		}
	}
}

// randomLine is something that a side can type, or nothing where it has nothing to do.
func randomLine(t *testing.T, j *joinedMatch, rng *policy.Rand) string {
	t.Helper()
	_, begun := j.player.Match.Pending()
	switch {
	case j.player.Over() || j.player.Hands.Owes() != "":
	case j.player.Decides() == j.me:
		return fmt.Sprint(1 + rng.Below(len(j.player.Open().Choice.Options)))
	case !begun && j.match.Status().Side == j.me:
		list, err := j.instance.Legal(j.match.Position())
		if err != nil {
			t.Fatal(err)
		}
		return j.instance.FormatAction(list[rng.Below(len(list))])
	}
	return ""
}

// TestJoinRefuses: join rejects a match with other dice or other rules, and the link of a
// spectator.
func TestJoinRefuses(t *testing.T) {
	l := lying(t, `{"ruleset":"tideofiron","scenario":"row"}`)
	h := lying(t, rowOfHands)
	for link, why := range map[string]string{
		l.url + l.begin.Links["German"]:    "does not have dice of two hands",
		h.url + h.begin.Links["spectator"]: "link of a spectator",
		h.url + "/m/" + h.begin.ID:         "no token",
		h.url + "/api":                     "not the link of a match",
		"ftp://x/m/y#z":                    "not the link of a match",
		h.url + "/m/none#x":                "there is no match",
	} {
		var out bytes.Buffer
		dir := t.TempDir()
		if status := Main(t.Context(), []string{"join", link, "--data", dir}, strings.NewReader(""), &out, &out); status == 0 || !strings.Contains(out.String(), why) {
			t.Errorf("%s: %d %s", link, status, &out)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "hands", "*.json")); len(left) > 0 {
			t.Errorf("%s leaves %v", link, left)
		}
	}
}

// safely is a buffer that is written and read at once.
type safely struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safely) Write(p []byte) (int, error) { s.mu.Lock(); defer s.mu.Unlock(); return s.b.Write(p) }

func (s *safely) String() string { s.mu.Lock(); defer s.mu.Unlock(); return s.b.String() }

func (s *safely) until(t *testing.T, what string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(s.String(), what) {
			return
		}
	}
	t.Fatalf("%q is not said in\n%s", what, s)
}

// TestJoinCommand: the command itself: events wake it, and dice roll without typing. One player
// asks for an undo, and the other answers.
func TestJoinCommand(t *testing.T) {
	l := lying(t, rowOfHands)
	var in [2]*io.PipeWriter
	var out [2]*safely
	var all sync.WaitGroup
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for i, side := range l.begin.Sides {
		r, w := io.Pipe()
		in[i], out[i] = w, &safely{}
		all.Go(func() {
			if status := Main(ctx, []string{"join", l.url + l.begin.Links[side], "--data", l.dir}, r, out[i], out[i]); status != 0 {
				t.Errorf("%s: %d %s", side, status, out[i])
			}
		})
	}
	types := func(side int, line string) { io.WriteString(in[side], line+"\n") }
	out[0].until(t, "German, round 1")
	types(0, "fire sig-33b at shaken-squad normal")
	out[1].until(t, "(two hands)")
	if !regexp.MustCompile(`join '.*' --recover [0-9a-f]{64}`).MatchString(out[1].String()) {
		t.Errorf("no recovery line in\n%s", out[1])
	}
	for end := time.Now().Add(20 * time.Second); !strings.Contains(out[0].String(), "→ The sIG 33b") && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		types(1, "1") // Decisions, if there are any, fall on the first option.
		types(0, "1")
	}
	types(0, "help")
	out[0].until(t, "claim the game")
	types(0, "undo")
	out[1].until(t, "asks to undo the last action")
	types(1, "yes")
	out[0].until(t, "undone")
	types(0, "status")
	out[0].until(t, "round 1")
	types(0, "quit")
	types(1, "quit")
	all.Wait()
}

// entries are the lines of the match as the server has them, but the first.
func (j *joinedMatch) entries(t *testing.T) (list []hands.Entry) {
	t.Helper()
	var x server.HandLines
	if err := j.remote.ask(t.Context(), "GET", "/hands", nil, &x); err != nil {
		t.Fatal(err)
	}
	for _, line := range x.Lines[1:] {
		var e hands.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// TestInvite: invite begins a match with the player's own scenario and house rules, and prints
// links that join accepts.
func TestInvite(t *testing.T) {
	l := lying(t, rowOfHands)
	run := func(words ...string) (int, string) {
		var out bytes.Buffer
		return Main(t.Context(), append([]string{"invite", l.url}, words...), strings.NewReader(""), &out, &out), out.String()
	}
	const own = "../../scenario/bundled/tideofiron/row.yaml"
	for _, words := range [][]string{{"row"}, {"tideofiron", "row", "--away", "server", "--wait", "90s"}, {own, "--ruling", "halving=before"}} {
		status, out := run(words...)
		links := regexp.MustCompile(`loophole join '(.*)'`).FindAllStringSubmatch(out, -1)
		if status != 0 || len(links) != 2 {
			t.Fatalf("%v: %d %s", words, status, out)
		}
		w, err := remoteOf(links[0][1])
		if err != nil {
			t.Fatal(err)
		}
		k, err := seatKept(&joinFlags{data: t.TempDir()}, w)
		if err == nil {
			err = k.claim(t.Context(), w, "")
		}
		if err != nil || k.Side != "German" {
			t.Errorf("%v: %q %v", words, k.Side, err)
		}
	}
	if status, out := run("row", "--policy", "Soviet=cautious"); status != 0 || strings.Count(out, "loophole join") != 1 {
		t.Errorf("%d %s", status, out)
	}
	for _, words := range [][]string{{"row", "--wait", "1ms"}, {"row", "--away", "never"}, {"tideofiron", "ambush"}, {"nonsense"}} {
		if status, out := run(words...); status == 0 {
			t.Errorf("%v: %s", words, out)
		}
	}
}

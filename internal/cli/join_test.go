package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"loophole/internal/store/sqlite"
	"loophole/policy"
	"loophole/tabletop"
)

// A liar is a tabletop with a match, and somebody between it and whoever asks.
type liar struct {
	t     *testing.T
	url   string
	dir   string
	begin tabletop.CreatedMatch
	lie   func(line string) string // changes the lines that are told, if it is not nil
}

// lying begins a match on a server whose answers pass a liar.
func lying(t *testing.T, body string) *liar {
	t.Helper()
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := tabletop.New(st, tabletop.Options{})
	l := &liar{t: t, dir: t.TempDir()}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.lie == nil || r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/hands") {
			s.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, r)
		var x tabletop.HandLines
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

// Two programs play a whole game with each other: each rolls by itself, each shows the
// same, and both sign the end. Then the files that the server hands out hold.
func TestJoinWholeGame(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, told := l.joins(0)
	if err := a.catchUp(ctx); err != nil || !strings.Contains(told.String(), "Waiting for the other player") {
		t.Fatal(err, told)
	}
	b, _ := l.joins(1)
	players, chance, ended := [2]*joinedMatch{a, b}, policy.NewRand(1, 0, 0), 0
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
			line := randomLine(t, j, chance)
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
	for _, want := range []string{"The match has begun", " (two hands)", "The game is over", "Both sides have signed the end"} {
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

// Whatever the server lies about, the program says so, with the line, and gives nothing.
func TestJoinRefusesLies(t *testing.T) {
	for name, c := range map[string]struct{ of, old, new, says string }{
		"question": {`"kind":"ask"`, `"n":`, `"n":1`, "by my own engine the rules ask"},
		"die":      {`"kind":"ask"`, `"die":6`, `"die":8`, "by my own engine the rules ask"},
		"act":      {`"kind":"act"`, "normal", "concentrated", "not signed by German"},
		"kind":     {`"kind":"ask"`, `"kind":"ask"`, `"kind":"roll"`, "other fields"},
	} {
		l := lying(t, rowOfHands)
		a, _ := l.joins(0)
		b, said := l.joins(1)
		ctx := t.Context()
		if err := b.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
		if err := a.handleLine(ctx, ""); err != nil { // It has not heard that the match has begun.
			t.Fatal(err)
		}
		if err := a.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
		sum := b.player.Hands.Sum
		l.lie = func(line string) string {
			if strings.Contains(line, c.of) {
				var e hands.Entry
				if err := json.Unmarshal([]byte(strings.Replace(line, c.old, c.new, 1)), &e); err != nil {
					t.Error(err)
				}
				line = string(hands.Seal(sum, e))
			}
			sum = line[len(line)-66 : len(line)-2]
			return line
		}
		lie := l.lie
		l.lie = nil
		if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
			t.Fatal(err)
		}
		before := a.player.Hands.Lines
		l.lie = lie
		err := b.catchUp(ctx)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "this program signs nothing and gives no values") || statusOf(err) != statusRefused {
			t.Errorf("%s: %v", name, err)
		}
		if len(b.kept.Memory.Given) > 0 || len(b.player.Memory().Given) > 0 {
			t.Errorf("%s: a value was given: %s", name, said)
		}
		l.lie = nil
		if err := a.fetchLines(ctx); err != nil || a.player.Hands.Lines != before {
			t.Errorf("%s: %v; there are %d lines after %d", name, err, a.player.Hands.Lines, before)
		}
	}
}

// What is kept is readable by its owner alone, and before a value is sent it says for which
// question that is.
func TestJoinKeeps(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	for _, j := range []*joinedMatch{a, b} {
		info, err := os.Stat(j.kept.file)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%v %v", info.Mode(), err)
		}
	}
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	k, err := readSeat(a.kept.file)
	if err != nil || len(k.Memory.Given) != 1 || k.Memory.Lines < 3 {
		t.Errorf("%+v %v", k.Memory, err)
	}
	// On another machine the recovery line is enough, with the link that is shown beside it.
	w, err := remoteOf(a.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.claim(ctx, w, strings.Repeat("0", 64)); err == nil || !strings.Contains(err.Error(), "recovery line") {
		t.Error(err)
	}
	other, err = seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, k.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := a.remote.ask(ctx, "GET", "", nil, nil); kindOf(err) != "wrong-token" {
		t.Errorf("the seat is open on the first machine: %v", err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err == nil {
		err = j.catchUp(ctx)
	}
	if err != nil || j.player.Hands.Lines != 4 {
		t.Errorf("%v; it has seen %d lines", err, j.player.Hands.Lines)
	}
}

// After the chain was renewed, by whichever client, the recovery line takes the seat up with the chain that
// stands then; the client that plays meanwhile goes on with it, too.
func TestJoinRenewed(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	s, err := a.kept.secret()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s = s.Renewed()
		e, err := a.player.Sign(hands.Entry{Kind: hands.Rekey, End: s.Hand().End})
		if err == nil {
			err = a.send(ctx, e)
		}
		if err == nil {
			err = a.catchUp(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w, err := remoteOf(a.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, a.kept.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err == nil {
		err = j.catchUp(ctx)
	}
	if err == nil {
		err = j.handleLine(ctx, "fire sig-33b at shaken-squad normal")
	}
	for range 2 { // The first hand gives first, and the second then.
		for _, x := range []*joinedMatch{j, b} {
			if err == nil {
				err = x.catchUp(ctx)
			}
		}
	}
	// Line 1, two new chains, the act, the question, two values and the faces.
	if err != nil || j.player.Hands.Lines < 8 || len(j.kept.Memory.Given) == 0 {
		t.Errorf("%v; %d lines", err, j.player.Hands.Lines)
	}
}

// A chain that runs low is renewed by itself, once, while nothing is asked; who comes back
// goes on with the chain that stands then.
func TestJoinRenews(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx, chance := t.Context(), policy.NewRand(3, 0, 0)
	a, b := l.both(ctx)
	// rekeys plays until there are so many rolls, and counts the new chains of each side.
	rekeys := func(rolls int) (n [2]int) {
		t.Helper()
		for range 400 {
			var x tabletop.HandLines
			if err := a.remote.ask(ctx, "GET", "/hands", nil, &x); err != nil {
				t.Fatal(err)
			}
			text, sides := strings.Join(x.Lines, "\n"), l.begin.Sides
			if strings.Count(text, `{"kind":"roll"`) >= rolls && a.player.Hands.Owes() == "" {
				return [2]int{strings.Count(text, fmt.Sprintf(`{"kind":"rekey","by":%q`, sides[0])), strings.Count(text, fmt.Sprintf(`{"kind":"rekey","by":%q`, sides[1]))}
			}
			for _, j := range []*joinedMatch{a, b} {
				if err := j.catchUp(ctx); err != nil {
					t.Fatal(err)
				}
				if line := randomLine(t, j, chance); line != "" {
					if err := j.handleLine(ctx, line); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		t.Fatalf("there are never %d rolls", rolls)
		return n
	}
	if n := rekeys(2); n != [2]int{} {
		t.Errorf("%v chains were renewed, and 4,000 values were left", n)
	}
	b.low = b.player.Left()
	for range 2 { // It is not low any more when it hears again.
		if err := b.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := rekeys(2); n != [2]int{0, 1} || b.player.Left() != hands.Length || !b.player.Mine() {
		t.Errorf("%v chains were renewed, and %d values are left; want one of the second, and 4,096", n, b.player.Left())
	}
	b, _ = l.joins(1)
	if n := rekeys(6); n != [2]int{0, 1} {
		t.Errorf("%v chains were renewed after it came back", n)
	}
}

// A chain is not renewed in the middle of a roll, when the other's value may be known.
func TestJoinRenewsBetweenRolls(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	a.low = hands.Length // As low as can be, and the other owes its value.
	lines := a.player.Hands.Lines
	if err := a.catchUp(ctx); err != nil || a.player.Hands.Lines != lines || a.player.Hands.Owes() != "Soviet" {
		t.Fatalf("%v; %d lines after %d; %q owes", err, a.player.Hands.Lines, lines, a.player.Hands.Owes())
	}
	if _, err := a.player.Renew(); err == nil {
		t.Error("it is signed while dice are asked for")
	}
	for range 40 { // Until all of the action is rolled.
		for _, j := range []*joinedMatch{b, a} {
			if err := j.catchUp(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if a.player.Left() == hands.Length {
			return
		}
		if b.player.Decides() == b.me {
			if err := b.handleLine(ctx, "1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Errorf("the chain is not renewed after the roll: %d are left", a.player.Left())
}

// randomLine is something that a side can type, or nothing where it has nothing to do.
func randomLine(t *testing.T, j *joinedMatch, chance *policy.Rand) string {
	t.Helper()
	_, begun := j.player.Match.Pending()
	switch {
	case j.player.Over() || j.player.Hands.Owes() != "":
	case j.player.Decides() == j.me:
		return fmt.Sprint(1 + chance.Below(len(j.player.Open().Choice.Options)))
	case !begun && j.match.Status().Side == j.me:
		list, err := j.fight.Legal(j.match.Position())
		if err != nil {
			t.Fatal(err)
		}
		return j.fight.FormatAction(list[chance.Below(len(list))])
	}
	return ""
}

// A match with other dice is not joined, nor one of other rules, and a link that looks on.
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

// The command itself: events wake it, dice roll without anybody typing, one asks to take back
// and the other answers.
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

// loophole verify finds each forgery of a file in its line: of the protocol, and of the rules,
// which the verifier in Python does not know.
func TestVerifyHands(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	if err := b.catchUp(ctx); err != nil {
		t.Fatal(err)
	}
	var x tabletop.HandLines
	if err := a.remote.ask(ctx, "GET", "/hands", nil, &x); err != nil {
		t.Fatal(err)
	}
	verify := func(lines []string, more ...string) (int, string) {
		name := filepath.Join(t.TempDir(), "hands.jsonl")
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		return Main(ctx, append([]string{"verify", name}, more...), strings.NewReader(""), &out, &out), out.String()
	}
	if status, out := verify(x.Lines); status != 0 || !strings.Contains(out, "must give a value") || !strings.Contains(out, "not checked") {
		t.Errorf("%d %s", status, out)
	}
	if status, out := verify(x.Lines, "--json"); status != 0 || !strings.Contains(out, `"holds": true`) {
		t.Errorf("%d %s", status, out)
	}
	// reseals changes one line, and gives it and all after it new checksums.
	reseals := func(at int, change func(*hands.Entry)) (lines []string) {
		sum := x.Lines[0][len(x.Lines[0])-66 : len(x.Lines[0])-2]
		lines = []string{x.Lines[0]}
		for i, line := range x.Lines[1:] {
			var e hands.Entry
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if i+1 == at {
				change(&e)
			}
			line = string(hands.Seal(sum, e))
			sum = line[len(line)-66 : len(line)-2]
			lines = append(lines, line)
		}
		return lines
	}
	kinds := map[string]int{}
	for i, line := range x.Lines[1:] {
		var e hands.Entry
		json.Unmarshal([]byte(line), &e)
		if kinds[e.Kind] == 0 {
			kinds[e.Kind] = i + 1
		}
	}
	for _, c := range []struct {
		kind   string
		change func(*hands.Entry)
		why    string
	}{
		{hands.Act, func(e *hands.Entry) { e.Text = "do rest sig-33b" }, "not signed"},
		{hands.Ask, func(e *hands.Entry) { e.N++ }, "the rules ask"},
		{hands.Ask, func(e *hands.Entry) { e.Reading = "count 2+" }, "the rules ask"},
		{hands.Ask, func(e *hands.Entry) { e.At = strings.Repeat("0", 64) }, "the rules ask"},
		{hands.Reveal, func(e *hands.Entry) { e.Value = strings.Repeat("0", 64) }, "next one in the chain"},
		{hands.Roll, func(e *hands.Entry) { e.Faces[0] = e.Faces[0]%6 + 1 }, "expected roll"},
	} {
		at := kinds[c.kind]
		if at == 0 {
			t.Fatalf("there is no %s", c.kind)
		}
		if status, out := verify(reseals(at, c.change)); status != 1 || !strings.Contains(out, fmt.Sprintf("line %d: ", at+1)) || !strings.Contains(out, c.why) {
			t.Errorf("%s: %d %s", c.kind, status, out)
		}
	}
	if status, out := verify(x.Lines[1:]); status == 0 {
		t.Error(out)
	}
	changed := append([]string{}, x.Lines...)
	changed[1] = strings.Replace(changed[1], "fire", "Fire", 1)
	if status, out := verify(changed, "--json"); status != 1 || !strings.Contains(out, `"holds": false`) {
		t.Errorf("%d %s", status, out)
	}
}

// The server gives a player's seat the key, or the chain, of somebody else: the player sees
// it at once, and signs nothing.
func TestJoinFalseHand(t *testing.T) {
	l := lying(t, rowOfHands)
	a, _ := l.joins(0)
	b, _ := l.joins(1)
	thief := hands.NewSecret(hands.MatchOf([]byte(b.kept.Terms)), "Soviet", hands.Value{1}).Hand()
	l.lie = func(line string) string {
		var h hands.Header
		at := strings.LastIndex(line, `,"sum":"`)
		if !strings.HasPrefix(line, `{"loophole":"hands"`) || json.Unmarshal([]byte(line[:at]+"}"), &h) != nil {
			return line
		}
		h.Hands[1] = thief
		_, forged, err := hands.Begin(h)
		if err != nil {
			t.Error(err)
		}
		return string(forged)
	}
	if err := a.catchUp(t.Context()); err != nil { // It cannot know: players compare the first checksum.
		t.Error(err)
	}
	if err := b.catchUp(t.Context()); err == nil || !strings.Contains(err.Error(), "someone else plays this seat") {
		t.Error(err)
	}
}

// The server stands in for one who is away, and whose value is on its way. He comes back, and so
// does another machine with his recovery line: each gives the value after it.
func TestJoinStoodIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	l := lying(t, strings.Replace(rowOfHands, `"two hands"`, `"two hands","away":"server","wait":1`, 1))
	ctx, chance := t.Context(), policy.NewRand(4, 0, 0)
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	if err := b.fetchLines(ctx); err != nil {
		t.Fatal(err)
	}
	late, err := b.player.Reveal()
	if err != nil {
		t.Fatal(err)
	}
	b.kept.Memory = b.player.Memory()
	// given are the values of the second side by their numbers, of which those that the server
	// stood in for are passed over.
	given := func() (values map[int]string, missed int) {
		values = map[int]string{}
		number, turn := 0, 0
		for _, e := range a.entries(t) {
			switch {
			case e.Kind == hands.Ask:
				turn = 0
			case e.Kind != hands.Reveal && e.Kind != hands.Away:
			case turn == 0: // The first side gives first.
				turn++
			default:
				number++
				if e.Kind == hands.Reveal {
					values[number] = e.Value
				} else {
					missed++
				}
			}
		}
		return values, missed
	}
	stoodIn := func() bool { _, missed := given(); return missed > 0 }
	for end := time.Now().Add(20 * time.Second); !stoodIn(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server never stands in")
		}
	}
	if err := b.send(ctx, late); kindOf(err) != "moved-on" {
		t.Errorf("the late value: %v", err)
	}
	w, err := remoteOf(b.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, b.kept.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err != nil {
		t.Fatal(err)
	}
	values, _ := given()
	for n := 0; len(values) < 2; n++ {
		if n > 100 {
			t.Fatal("the other machine never gives a value")
		}
		for _, x := range []*joinedMatch{a, j} {
			if err := x.catchUp(ctx); err != nil {
				t.Fatal(err)
			}
			if line := randomLine(t, x, chance); line != "" {
				if err := x.handleLine(ctx, line); err != nil {
					t.Fatal(err)
				}
			}
		}
		values, _ = given()
	}
	s, err := b.kept.secret()
	if err != nil {
		t.Fatal(err)
	}
	for n, value := range values {
		if v, err := s.Value(n); err != nil || value != v.String() || value == late.Value {
			t.Errorf("value %d is %s: %v", n, value, err)
		}
	}
}

// entries are the lines of the match as the server has them, but the first.
func (j *joinedMatch) entries(t *testing.T) (list []hands.Entry) {
	t.Helper()
	var x tabletop.HandLines
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

// Who waits for a value too long claims the game, and not before.
func TestJoinForfeit(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	l := lying(t, strings.Replace(rowOfHands, `"two hands"`, `"two hands","wait":3`, 1))
	a, said := l.joins(0)
	b, _ := l.joins(1)
	ctx := t.Context()
	for _, j := range []*joinedMatch{b, a} {
		if err := j.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.handleLine(ctx, "forfeit"); err != nil || !strings.Contains(said.String(), "owes nothing") {
		t.Fatal(err, said)
	}
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	a.owed = time.Now().Add(-time.Minute)
	if err := a.catchUp(ctx); err != nil || !strings.Contains(said.String(), "Soviet must give its value by ") {
		t.Fatal(err, said)
	}
	var err error
	for end := time.Now().Add(20 * time.Second); err == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		err = a.handleLine(ctx, "forfeit")
	}
	if err != errEnded || !strings.Contains(said.String(), "has time for its value until") || !strings.Contains(said.String(), "has lost") {
		t.Error(err, said)
	}
	if err := b.catchUp(ctx); err != errEnded {
		t.Error(err)
	}
}

// TestJoinResign: a player at the terminal resigns, out of turn too, after a confirmation. Both see
// who has won, and sign the end.
func TestJoinResign(t *testing.T) {
	l := lying(t, rowOfHands)
	a, heard := l.joins(0)
	b, said := l.joins(1)
	ctx := t.Context()
	for _, j := range []*joinedMatch{b, a, b} {
		if err := j.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.handleLine(ctx, "resign"); err != nil || b.player.Over() || !strings.Contains(said.String(), "If the Soviet side resigns, the German side wins and the game is over; nobody can undo a resignation. To resign, type: resign yes\n") {
		t.Fatal(err, said)
	}
	if err := b.handleLine(ctx, "resign yes"); err != nil {
		t.Fatal(err)
	}
	var err error
	for range 4 {
		for _, j := range []*joinedMatch{a, b} {
			if err = errors.Join(err, j.catchUp(ctx)); err != nil && !errors.Is(err, errEnded) {
				t.Fatal(err)
			}
		}
	}
	for _, text := range []string{heard.String(), said.String()} {
		if !strings.Contains(text, "The game is over. The German side wins: the Soviet side resigns\n") || !strings.Contains(text, "Both sides have signed the end.") {
			t.Error(text)
		}
	}
}

// A match is begun from the terminal, with one's own scenario and house, and its links are
// those that join takes.
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

package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/internal/server"
	"loophole/internal/store"
	"loophole/internal/store/sqlite"
)

// A moved is a tabletop under one address, of which the folder can change.
type moved struct {
	t    *testing.T
	url  string
	to   http.Handler
	ends func()
}

func moving(t *testing.T, dir string) *moved {
	m := &moved{t: t}
	m.open(dir)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { m.to.ServeHTTP(w, r) }))
	t.Cleanup(func() { web.Close(); m.ends() })
	m.url = web.URL
	return m
}

func (m *moved) open(dir string) {
	st, err := sqlite.Open(dir)
	if err != nil {
		m.t.Fatal(err)
	}
	s := server.New(st, server.Options{})
	m.to, m.ends = s, func() { s.Stop(); s.Close(); st.Close() }
}

// ask asks with a token and a key, and returns the body of the answer.
func (m *moved) ask(method, path, token, key, body string) string {
	m.t.Helper()
	r, err := http.NewRequest(method, m.url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		m.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		m.t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode >= 300 {
		m.t.Fatalf("%s %s: %d %s %v", method, path, a.StatusCode, text, err)
	}
	return string(text)
}

func ran(t *testing.T, words ...string) (int, string) {
	var out bytes.Buffer
	return Main(t.Context(), words, strings.NewReader(""), &out, &out), out.String()
}

// TestExportedMatchGoesOn: a match that is exported while a server has it continues in another
// folder, with the same keys and paths. Repeated requests get the same answers as before.
func TestExportedMatchGoesOn(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	m := moving(t, here)
	var begin server.CreatedMatch
	if err := json.Unmarshal([]byte(m.ask("POST", "/matches", "", "", `{"ruleset":"tideofiron","scenario":"block","hotseat":true,"seats":[{"player":"Ann"},{"player":"Ben"}]}`)), &begin); err != nil {
		t.Fatal(err)
	}
	path, token := "/matches/"+begin.ID, begin.Tokens["table"]
	act := func(key, action string) string {
		return m.ask("POST", path+"/actions", token, key, `{"action":"`+action+`"}`)
	}
	// An answer that is given again tells the same entries, and how the match is now.
	entries := func(answer string) string {
		_, after, _ := strings.Cut(answer, `"entries":`)
		list, _, _ := strings.Cut(after, `,"state":`)
		return list
	}
	moved := entries(act("first", "move rifle-squad to B3"))
	act("second", "done rifle-squad")
	state := m.ask("GET", path, token, "", "")
	file := filepath.Join(t.TempDir(), "friday.match")
	if status, out := ran(t, "matches", "export", begin.ID, file, "--data", here); status != 0 || !strings.Contains(out, "has match "+begin.ID) {
		t.Fatal(status, out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Error("others can read what nobody may see: ", info.Mode(), err)
	}
	if status, out := ran(t, "matches", "export", begin.ID, file, "--data", here); status != 2 || !strings.Contains(out, "exists already") {
		t.Error(status, out)
	}
	if status, out := ran(t, "matches", "export", begin.ID, "--data", here); status != 0 || !strings.HasPrefix(out, `{"loophole":"match copy","format":1,"id":"`+begin.ID) {
		t.Error(status, out)
	}
	text, err := os.ReadFile(file)
	if err != nil || bytes.Contains(text, []byte(token)) {
		t.Error("the file holds a token, and not its hash: ", err)
	}
	if status, out := ran(t, "matches", "import", file, "--data", there); status != 0 || !strings.Contains(out, "Match "+begin.ID+" is now in") {
		t.Fatal(status, out)
	}
	m.ends()
	m.open(there)
	if again := m.ask("GET", path, token, "", ""); again != state {
		t.Errorf("%s\nis not\n%s", again, state)
	}
	if again := entries(act("first", "move rifle-squad to B3")); again != moved || again == "" {
		t.Errorf("what was done before is done again: %s, and was %s", again, moved)
	}
	act("third", "fire sig-33b at squad-a suppressive")
	m.ends()
	if status, out := ran(t, "serve", "--check", "--data", there); status != 0 || !strings.Contains(out, "1 match") {
		t.Error(status, out)
	}
	status, out := ran(t, "matches", "list", "--data", there)
	if status != 0 || !strings.HasPrefix(out, begin.ID+"  tideofiron block, began ") {
		t.Error(status, out)
	}
	m.open(there)
}

// TestExportedHandsGoOn: a match with dice of two hands continues, too: each side signs the line
// after the last one that it has seen.
func TestExportedHandsGoOn(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	m := moving(t, here)
	l := &liar{t: t, dir: t.TempDir(), url: m.url}
	if err := json.Unmarshal([]byte(m.ask("POST", "/matches", "", "", rowOfHands)), &l.begin); err != nil {
		t.Fatal(err)
	}
	a, b := l.both(t.Context())
	fire := func(line string) {
		t.Helper()
		if err := a.handleLine(t.Context(), line); err != nil {
			t.Fatal(err)
		}
		for range 4 { // Each reveals what he owes as he hears of it.
			for _, j := range []*joinedMatch{b, a} {
				if err := j.catchUp(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	fire("fire sig-33b at shaken-squad normal")
	lines := a.player.Hands.Lines
	m.ends()
	file := filepath.Join(t.TempDir(), "match")
	for _, words := range [][]string{{"matches", "export", l.begin.ID, file, "--data", here}, {"matches", "import", file, "--data", there}} {
		if status, out := ran(t, words...); status != 0 {
			t.Fatal(status, out)
		}
	}
	m.open(there)
	list, err := a.instance.Legal(a.match.Position())
	if err != nil || a.match.Status().Side != a.me && b.match.Status().Side != b.me {
		t.Fatal(list, err)
	}
	if a.match.Status().Side != a.me {
		a, b = b, a
	}
	fire(a.instance.FormatAction(list[0]))
	if a.player.Hands.Lines <= lines || a.player.Hands.Sum != b.player.Hands.Sum {
		t.Errorf("%d lines after %d", a.player.Hands.Lines, lines)
	}
}

// TestImportRefuses: import rejects a file that is damaged, cut off, foreign, too large or of a
// later version, and a match that exists. Then it stores nothing.
func TestImportRefuses(t *testing.T) {
	here := t.TempDir()
	keptMatch(t, here, "one", func(b []byte) []byte { return b })
	keptMatch(t, here, "two", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Rounds":6`), []byte(`"Rounds":7`), 1) })
	dir := t.TempDir()
	export := func(id string) []byte {
		file := filepath.Join(dir, id)
		if status, out := ran(t, "matches", "export", id, file, "--data", here); status != 0 {
			t.Fatal(status, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	good, unheld := export("one"), export("two") // of which the form and the checksum of the file hold, and the record does not
	resealed := func(old, new string) []byte {
		st, err := sqlite.Look(here)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		x, err := st.Copy(t.Context(), "one")
		if err != nil {
			t.Fatal(err)
		}
		x.Seats[store.Hash{1}] = "1"
		x.InfoJSON, x.StateJSON = []byte(`{"title":"x"}`), []byte(`{"asks":-1}`)
		var b bytes.Buffer
		if err := x.Write(&b); err != nil {
			t.Fatal(err)
		}
		if old != "" && !strings.Contains(b.String(), old) {
			t.Fatalf("no %s in %s", old, &b)
		}
		return sealedAnew(strings.Replace(b.String(), old, new, 1))
	}
	verified, _ := json.Marshal(string(good))
	for name, c := range map[string]struct {
		text []byte
		says string
	}{
		"damaged":      {bytes.Replace(good, []byte(`"created":1`), []byte(`"created":2`), 1), "the checksum of the file"},
		"cut off":      {good[:len(good)-1], "ends in the middle"},
		"a line less":  {good[:bytes.IndexByte(good, '\n')+1], "ends in the middle"},
		"more":         {append(bytes.Clone(good), '\n'), "text after line"},
		"foreign":      {[]byte("{}\n"), "is not a match that loophole matches export wrote"},
		"a string":     {append(verified, '\n'), "is not a match"},
		"zeros":        {make([]byte, 3<<20), "larger than a match may be"},
		"later":        {bytes.Replace(good, []byte(`"format":1`), []byte(`"format":2,"more":[]`), 1), "use a later program"},
		"unheld":       {unheld, "line 1"},
		"id":           {resealed(`"id":"one"`, `"id":"../one"`), "no match has such an id"},
		"seat":         {resealed(`"seat":"1"`, `"seat":"king"`), "an unknown seat"},
		"facts":        {resealed(`"title":"x"`, `"titel":"x"`), "unknown field"},
		"title":        {resealed(`"title":"x"`, `"title":"\u001b[2J"`), "U+001B"},
		"over":         {resealed(`"over":false`, `"over":true`), "disagree about whether the game is over"},
		"tray":         {resealed(`"asks":-1`, `"asks":-1,"trays":["yA==",null]`), "a face that no die has"}, // yA== is the byte 200
		"hands":        {resealed(`"asks":-1`, `"asks":7`), "the side that asks for an undo does not exist"},
		"lines":        {resealed(`"lines":1`, `"lines":0`), "the number of lines is impossible"},
		"many answers": {resealed(`"answers":0`, `"answers":999999`), "the number of lines is impossible"},
	} {
		file, data := filepath.Join(dir, "x"), t.TempDir()
		if err := os.WriteFile(file, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, out := ran(t, "matches", "import", file, "--data", data); status != 1 || !strings.Contains(out, c.says) || strings.Contains(out, "\x1b") {
			t.Errorf("%s: %d %q; wanted %q", name, status, out, c.says)
		}
		if exists(filepath.Join(data, "loophole.db")) {
			t.Errorf("%s: something is kept of it", name)
		}
	}
	file, data := filepath.Join(dir, "one"), t.TempDir()
	if status, out := ran(t, "matches", "import", file, "--data", data); status != 0 {
		t.Error(status, out)
	}
	if status, out := ran(t, "matches", "import", file, "--data", data); status != 2 || !strings.Contains(out, "is already stored here") {
		t.Error(status, out)
	}
	_, free, err := lockFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer free()
	if status, out := ran(t, "matches", "import", file, "--data", data); status != 2 || !strings.Contains(out, "another loophole process serves") {
		t.Error(status, out)
	}
	if status, out := ran(t, "matches", "export", "three", "--data", data); status != 2 || !strings.Contains(out, "no such match") {
		t.Error(status, out)
	}
	if status, out := ran(t, "matches", "exprot"); status != 2 || !strings.Contains(out, "did you mean export") {
		t.Error(status, out)
	}
}

// sealedAnew gives a copy that was changed the checksum that it would have.
func sealedAnew(text string) []byte {
	lines := strings.SplitAfter(text, "\n")
	body := strings.Join(lines[:len(lines)-2], "")
	sum := sha256.Sum256([]byte(body))
	return fmt.Appendf(nil, "%s{\"sum\":\"%x\"}\n", body, sum)
}

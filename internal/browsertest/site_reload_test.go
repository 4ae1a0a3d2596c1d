package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"loophole/internal/server"
	"loophole/internal/store"
	"loophole/internal/store/memory"
	"loophole/internal/wire"
)

// exported exports the match on the page, and returns the entries of its record as a server has them.
func (p *page) exported() (position string, entries []wire.Entry) {
	p.t.Helper()
	p.click("[data-about]", "")
	p.until("the copy to be named", `[...document.querySelectorAll('dialog h3')][0]?.textContent === 'Save a copy'`)
	p.click(".export-match", "Save a copy")
	file := p.downloaded(".match")
	list, err := filepath.Glob(filepath.Join(p.files, "*.match"))
	if err != nil || len(list) != 1 {
		p.t.Fatal(list, err)
	}
	if err := os.Remove(list[0]); err != nil {
		p.t.Fatal(err)
	}
	p.click("dialog button", "✕")
	c, err := store.ReadCopy(bytes.NewReader(file))
	if err != nil {
		p.t.Fatal(err)
	}
	st := memory.New(nil)
	if err := st.Restore(c); err != nil {
		p.t.Fatal(err)
	}
	s := server.NewLocal(st, server.Options{})
	defer s.Close()
	token := p.token()
	ask := func(path string, into any) {
		a := s.Answer(p.t.Context(), server.LocalRequest{Method: "GET", Address: "/api/v1/matches/" + c.ID + path, Header: func(name string) string {
			return map[string]string{"Authorization": "Bearer " + token}[name]
		}})
		var b bytes.Buffer
		if err := a.WriteBody(&b); err != nil {
			p.t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), into); err != nil || a.Status != 200 {
			p.t.Fatalf("%s: %d %v", path, a.Status, err)
		}
	}
	var state server.State
	ask("", &state)
	var record struct{ Entries []wire.Entry }
	ask("/record", &record)
	return state.Position, record.Entries
}

// leavesAfter presses a button, and loads the page again a time later, in milliseconds.
func (p *page) leavesAfter(selector string, ms int) {
	p.t.Helper()
	p.evaluates(fmt.Sprintf(`globalThis.old = true; eyes.all(%s)[0].click(); setTimeout(() => location.reload(), %d)`, quoted(selector), ms))
	p.until("the table anew", `!globalThis.old && eyes.all('.plan-drawing')[0]`)
}

// TestSiteReload: in a folder, one side types its dice. The page is loaded again when half of a roll is
// typed, and at the moment when an action is confirmed, several times. Each time the match goes on
// from what was kept: typed faces are still there, and an action has happened once or not at all.
func TestSiteReload(t *testing.T) {
	t.Parallel()
	p := inFolder(t, nil).open("/", desk)
	p.fightsWith("The weakened row", "at this screen", "from the table")
	x := newPlayer(p)
	s := x.stands()
	for ; s.Kind != "dice"; s = x.stands() {
		x.does(s)
	}
	line := s.Line
	typed := p.typesDice(s.Many)
	x.stands()
	_, entries := p.exported()
	rolls, actions := 0, 0
	for _, e := range entries {
		switch {
		case e.Kind == "action":
			actions++
		case e.Kind == "roll" && fmt.Sprint(e.Faces) == fmt.Sprint(typed):
			rolls++
		}
	}
	if rolls != 1 || actions != x.moves {
		t.Errorf("%s: %v was typed, and is %d times in the record; of %d actions it has %d", line, typed, rolls, x.moves, actions)
	}
	lost, left := 0, 0
	for _, after := range []int{0, 0, 15, 60} {
		before, ok := p.confirmedThenLeft(x, after)
		if !ok {
			break
		}
		left++
		x.stands()
		position, now := p.exported()
		if at := x.position(); position != at {
			t.Errorf("the page is at %s, and its record at %s", at, position)
		}
		switch got := len(actionsOf(now)) - len(actionsOf(before)); {
		case got == 0:
			lost++
		case got != 1:
			t.Errorf("one action was confirmed, and %d are in the record", got)
		}
		if !slices.Equal(actionsOf(before), actionsOf(now)[:len(actionsOf(before))]) {
			t.Error("an earlier action changed")
		}
	}
	if left == 0 {
		t.Error("the game was over before an action was confirmed")
	}
	t.Logf("the page was left %d times; %d actions had not been kept", left, lost)
	x.playsOn(func() bool { return x.moves > 8 })
}

// confirmedThenLeft confirms an action and leaves the page at once. It returns the record of before, and
// false if the game is over.
func (p *page) confirmedThenLeft(x *player, after int) (before []wire.Entry, ok bool) {
	p.t.Helper()
	for {
		s := x.stands()
		if s.Kind == "over" {
			return nil, false
		}
		if s.Kind != "ready" {
			x.does(s)
			continue
		}
		_, before = p.exported()
		x.moves++
		p.leavesAfter(".confirm .main", after)
		return before, true
	}
}

// actionsOf returns the actions of a record.
func actionsOf(entries []wire.Entry) (list []string) {
	for _, e := range entries {
		if e.Kind == "action" {
			list = append(list, strings.TrimSpace(fmt.Sprint(e.Seq, " ", e.Action)))
		}
	}
	return list
}

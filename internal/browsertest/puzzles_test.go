package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loophole/internal/server"
	"loophole/internal/wire"
)

// asked is a puzzle with its answer, from the API.
func (h *house) asked(id string) (x wire.Puzzle) {
	h.t.Helper()
	h.ask("/puzzles/"+id, "", &x)
	return x
}

// TestPuzzles solves a puzzle on a phone by taps, on the map and in the list, and misses another.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	h := served(t)
	var list []wire.PuzzleSummary
	h.ask("/puzzles", "", &list)
	p := h.open("/puzzles", narrow)
	p.until("the list", fmt.Sprintf(`eyes.all('.puzzle-row').length === %d && eyes.text('.puzzles-done') === '0 of %[1]d solved'`, len(list)))
	p.fits("the list of puzzles")
	p.audited("the list of puzzles", narrow)
	p.look(narrow)
	p.pictured("puzzles", narrow)

	x := h.asked("tideofiron-2")
	p.tap(fmt.Sprintf(".puzzle-row a[href='/puzzles/%s']", x.ID), "")
	p.until("the question", fmt.Sprintf(`location.pathname === '/puzzles/%s' && eyes.text('.puzzle-question').includes('You are %s, to act. This is the last round. What is best?')`, x.ID, x.Called))
	p.until("the actions with their odds", `eyes.all('.act').length > 3 && /\d/.test(eyes.text('.act .chance'))`)
	p.fits("a puzzle")
	p.pictured("puzzle", narrow)
	p.tap(".act", "")
	p.until("an action", `eyes.all('.give-answer')[0] && !eyes.text('.preview').includes('Working out')`)
	p.tap(".cancel", "")
	best := h.solution(x.ID)
	p.tap(fmt.Sprintf(".act[data-line='%s']", best), "")
	p.until("the odds", `eyes.all('.give-answer')[0] && !eyes.text('.preview').includes('Working out')`)
	p.fits("an action of a puzzle")
	p.pictured("puzzle-action", narrow)
	p.tap(".give-answer", "")
	p.until("the verdict", `eyes.text('.verdict h1').includes('Right')`)
	if rows := see[int](p, "the bars", `eyes.all('.chance-row').length`); rows < 4 {
		t.Errorf("%d chances are shown", rows)
	}
	if first := p.text(".chance-row.best"); !strings.Contains(first, "your answer") || !strings.Contains(first, "%") {
		t.Errorf("the best action reads %q", first)
	}
	p.fits("an answer")
	p.audited("an answer", narrow)
	p.look(narrow)
	p.pictured("puzzle-right", narrow)
	p.tap(".bar a", "All puzzles")
	p.until("one solved", fmt.Sprintf(`eyes.text('.puzzles-done') === '1 of %d solved' && eyes.text('.puzzle-row.solved').includes('solved')`, len(list)))

	p.tap(".puzzles-head a.main", "Next puzzle")
	p.until("another puzzle", `eyes.all('.act').length > 3`)
	y := h.asked(see[string](p, "its id", `location.pathname.split('/').pop()`))
	worst := h.worst(y.ID)
	p.tap(fmt.Sprintf(".act[data-line='%s']", worst), "")
	p.tap(".give-answer", "")
	p.until("the verdict", `eyes.text('.verdict h1').includes('Not the best') && eyes.text('.verdict').includes('less than the best action')`)
	p.tap("button", "Try again")
	p.until("the question again", `eyes.all('.puzzle-question')[0]`)
	p.visit("/puzzles")
	p.until("one missed", `eyes.text('.puzzle-row.missed').includes('missed')`)
	p.forgives("404")
	p.visit("/puzzles/none-1")
	p.until("that there is none", `eyes.text('.trouble').includes('There is no such puzzle.')`)
}

// TestPuzzleErrorGoes: the error of an answer is not shown under another action.
func TestPuzzleErrorGoes(t *testing.T) {
	t.Parallel()
	p := served(t).open("/puzzles/tideofiron-2", desk)
	p.until("the actions", `eyes.all('.act').length > 3`)
	p.clickNth(".act", "", 0)
	p.until("an action", `eyes.all('.give-answer')[0]`)
	p.evaluates(`globalThis.fetch = () => Promise.reject(new TypeError('cut')); true`)
	p.click(".give-answer", "")
	p.until("the error", `eyes.text('.preview .trouble').includes('does not answer')`)
	p.click(".cancel", "")
	p.clickNth(".act", "", 1)
	p.until("another action without it", `eyes.all('.give-answer')[0] && !eyes.all('.preview > .trouble')[0]`)
}

// TestPuzzlesOnMap answers a puzzle of each rulebook at a desk, by its map where the action has
// a piece.
func TestPuzzlesOnMap(t *testing.T) {
	t.Parallel()
	h := served(t)
	var list []wire.PuzzleSummary
	h.ask("/puzzles", "", &list)
	p := h.open("/puzzles", laptop)
	p.until("the list", `eyes.all('.puzzle-row').length > 9`)
	p.pictured("puzzles", laptop)
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s.Ruleset] {
			continue
		}
		seen[s.Ruleset] = true
		x := h.asked(s.ID)
		p.visit("/puzzles/" + x.ID)
		p.until("the actions", `eyes.all('.act').length > 3 && eyes.all('.plan-drawing .piece')[0]`)
		p.legible(x.ID)
		p.pictured(x.ID, laptop)
		piece := ""
		for _, a := range x.Actions {
			for _, part := range a.Says.Parts {
				if part.Role == "actor" && piece == "" {
					piece = part.Names[0]
				}
			}
		}
		if evaluate[bool](p, "whether no piece is chosen", `Promise.resolve(!eyes.all('.plan-drawing .piece.chosen')[0])`) {
			p.click(fmt.Sprintf(".plan-drawing [data-piece='%s']", piece), "")
		}
		p.until("the chosen piece", `eyes.all('.plan-drawing .piece.chosen')[0]`)
		p.visit("/puzzles/" + x.ID)
		best := h.solution(x.ID)
		p.click(fmt.Sprintf(".act[data-line='%s']", best), "")
		p.until("the odds", `eyes.all('.give-answer')[0] && !eyes.text('.preview').includes('Working out')`)
		p.pictured(x.ID+"-action", laptop)
		p.click(".give-answer", "")
		p.until("the verdict", `eyes.text('.verdict h1').includes('Right') && eyes.all('.reason').length === 2`)
		p.pictured(x.ID+"-right", laptop)
	}
}

var laptop = look{wide: 1280, high: 800}

// chances lists the actions of a puzzle with their chances to win, best first.
func (h *house) chances(id string) []wire.PuzzleChance {
	h.t.Helper()
	body, err := json.Marshal(map[string]string{"action": h.asked(id).Actions[0].Line})
	if err != nil {
		h.t.Fatal(err)
	}
	answer, err := http.Post(h.url("/api/v1/puzzles/"+id), "application/json", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	var x server.PuzzleResult
	if err := json.NewDecoder(answer.Body).Decode(&x); err != nil || len(x.Chances) < 4 {
		h.t.Fatal(id, answer.Status, err)
	}
	return x.Chances
}

// solution returns the best action of a puzzle.
func (h *house) solution(id string) string {
	h.t.Helper()
	return h.chances(id)[0].Line
}

// worst returns the action of a puzzle with the lowest chance to win.
func (h *house) worst(id string) string {
	h.t.Helper()
	list := h.chances(id)
	return list[len(list)-1].Line
}

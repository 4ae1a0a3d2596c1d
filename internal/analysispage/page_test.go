package analysispage

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"loophole/internal/wire"
)

// small is an analysis of two actions, with names that are markup.
func small() *wire.Analysis {
	return &wire.Analysis{
		Game: "Game", Scenario: `<script>alert(1)</script>`, Over: true, Start: 0.5, End: 1, Luck: 0.2, Adjusted: 0.8,
		Says:  wire.AnalysisSays{Result: "One wins.", Adjusted: "Adjusted 80.0 %.", Basis: "A model.", Dice: "High dice are not luck."},
		Sides: []wire.AnalysisSide{{Side: "One", Player: `" onload="x`, Decisions: 1, Good: 1, Luck: 0.2}, {Side: "Two", Decisions: 1, VeryBad: 1, Given: 0.3, Luck: -0.2}},
		Actions: []wire.AnalysedAction{
			{Number: 1, Side: "One", Action: "fire a", Said: "Fire a", Before: 0.5, Expected: 0.5, After: 0.7, Best: 0.5, Luck: 0.2, Grade: "good", Parts: []wire.AnalysedPart{{What: "roll", Side: "One", Text: "hits", Rolled: "3", Luck: 0.2}}},
			{Number: 2, Side: "Two", Action: "rest b", Said: "Rest b", Before: 0.7, Expected: 1, After: 1, Best: 0.7, Given: 0.3, Grade: "very bad", Better: "fire b", BetterAs: "Fire b", Solved: true},
		},
		Turning: []int{2},
		Faces:   []wire.AnalysedFaces{{Side: "One", Faces: 6, Counts: []int{1, 0, 0, 0, 0, 2}, Rolled: 3, Mean: 4.33, P: 1}},
	}
}

func write(t *testing.T, x *wire.Analysis) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, x); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWrite checks what the file says, and that names cannot become markup.
func TestWrite(t *testing.T) {
	file := write(t, small())
	for _, part := range []string{
		"One wins.", "Adjusted 80.0\u202f%.", "&lt;script&gt;", "High dice are not luck.", "1\u00a0×\u00a01, 0\u00a0×\u00a02", "Solved exactly.",
		"<b>Very bad</b>, −30.0. Better: <b>Fire b</b>, 30.0\u202f% to win instead of 0.0\u202f%.", "Roll (One): hits: <b>3</b>, luck +20.0",
		`href="#action-2"`, `id="action-2"`, "--side0:",
	} {
		if !strings.Contains(file, part) {
			t.Errorf("the file lacks %q", part)
		}
	}
	if bad := regexp.MustCompile(`<script|\sonload="x|https?:|url\(|@import`).FindString(file); bad != "" {
		t.Errorf("the file contains %q", bad)
	}
	if n := strings.Count(file, `class="dot `); n != 4 { // Two marks in each of two widths.
		t.Errorf("%d marks", n)
	}
}

// TestDecisionOfTheOther checks that a turning point says what the other side gave up in it.
func TestDecisionOfTheOther(t *testing.T) {
	x := small()
	x.Actions[1].Parts = []wire.AnalysedPart{{What: "decision", Side: "One", Text: "who falls?", Taken: "the leader", Given: 0.12}}
	turning, _, _ := strings.Cut(write(t, x), "Every action")
	if want := "Decision (One): who falls?: <b>the leader</b>, −12.0"; !strings.Contains(turning, want) {
		t.Errorf("the turning points lack %q", want)
	}
}

// TestResignation checks that a resignation is shown like an action, without a better one.
func TestResignation(t *testing.T) {
	x := small()
	x.Actions = append(x.Actions, wire.AnalysedAction{Number: 3, Side: "Two", Action: "resign", Resigned: true, Said: "resigns", Before: 0.6, Best: 0.6, Expected: 1, After: 1, Given: 0.4, Grade: "very bad"})
	x.Turning = []int{3}
	file := write(t, x)
	for _, part := range []string{"<b>Two: resigns</b>", "40.0\u202f% before, 0.0\u202f% expected, 0.0\u202f% after.", "<p><b>Very bad</b>, −40.0.</p>", `id="action-3"`, "Action 3, Two: resigns: very bad, −40.0 points"} {
		if !strings.Contains(file, part) {
			t.Errorf("the file lacks %q", part)
		}
	}
}

// TestCorrections checks that the sums of luck and decisions say by how much the model corrected itself, and
// where exact chances begin.
func TestCorrections(t *testing.T) {
	x := small()
	x.Corrected, x.Says.Sums, x.SolvedFrom = -0.135, "They make the result.", 2
	file := write(t, x)
	for _, part := range []string{
		`<th scope="row">The model’s corrections, total</th><td class="number">−13.5</td><td class="number">+13.5</td>`, "They make the result.",
		`<path class="exact-from" d="M378 12V236"></path>`, // halfway from 46 to 710
	} {
		if !strings.Contains(file, part) {
			t.Errorf("the file lacks %q", part)
		}
	}
	for from := range 2 { // nothing is solved, or everything
		if x.SolvedFrom = from; strings.Contains(write(t, x), `class="exact-from"`) {
			t.Errorf("solved from %d: the curve has a line", from)
		}
	}
}

// TestLuckOnly checks that an analysis of luck alone says nothing of decisions.
func TestLuckOnly(t *testing.T) {
	x := small()
	x.LuckOnly, x.Turning = true, nil
	x.Actions[1].Given, x.Actions[1].Grade, x.Actions[1].Better = 0, "", ""
	for _, part := range []string{"Turning points", "Very bad", "Given up"} {
		if strings.Contains(write(t, x), part) {
			t.Errorf("luck alone says %q", part)
		}
	}
}

// TestCurves checks that the drawings are well-formed and stay within their frame.
func TestCurves(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	file := write(t, small())
	for _, svg := range regexp.MustCompile(`(?s)<svg class="luck-curve.*?</svg>`).FindAllString(file, -1) {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err, svg)
			}
		}
	}
	for n := range 300 {
		x := small()
		for len(x.Actions) < n {
			x.Actions = append(x.Actions, wire.AnalysedAction{Number: len(x.Actions) + 1, Side: "One", Before: 1, Expected: 0, After: 1, Luck: 1})
		}
		for _, wide := range []float64{360, 720} {
			c := curveOf(x, wide, 220, "")
			if len(c.Ticks) > int(wide/60)+1 {
				t.Fatalf("%d actions have %d ticks in %v pixels", n, len(c.Ticks), wide)
			}
			for _, dot := range c.Dots {
				if dot.X < c.Left || dot.X > c.Right+0.01 || dot.Y < c.Top || dot.Y > c.Bottom {
					t.Fatalf("of %d actions, %d is marked at %v, %v", n, dot.Number, dot.X, dot.Y)
				}
			}
		}
	}
}

// TestSides refuses an analysis that has not two sides.
func TestSides(t *testing.T) {
	if err := Write(io.Discard, &wire.Analysis{}); err == nil {
		t.Error("an analysis without sides is written")
	}
}

package scene

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Line is the line from a piece to a possible target: a line of sight, or the path of a shot if
// the rulebook uses that.
type Line struct {
	From, To Point
	Piece    string   // the piece that fires, by its name in the scene
	Target   string   // the piece or the place at the other end
	Clear    bool     // no terrain stops it
	Length   int      // thousandths of a unit, rounded up as the rulebook measures; 0 if it measures none
	Through  string   // the opening of the target that the line goes through, by its name in the scene; may be empty
	Text     string   // start, obstacles, cover and range; or the obstacle that stops it
	Clauses  []string // the clauses of the rulebook that apply
}

// Cite adds a clause if the line does not list it yet.
func (l *Line) Cite(clause string) {
	if !slices.Contains(l.Clauses, clause) {
		l.Clauses = append(l.Clauses, clause)
	}
}

// Say adds words to the text of a line, and the clauses from which they follow. Empty words add
// nothing.
func (l *Line) Say(words string, clauses ...string) {
	if l.Text != "" && words != "" {
		l.Text += "; "
	}
	l.Text += words
	for _, c := range clauses {
		l.Cite(c)
	}
}

// LengthText returns the length in units, with as many decimals as needed.
func (l *Line) LengthText() string {
	s := fmt.Sprintf("%d.%03d", l.Length/Scale, l.Length%Scale)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// state returns "clear" or "blocked".
func (l *Line) state() string {
	if l.Clear {
		return "clear"
	}
	return "blocked"
}

// lengthWithUnit returns the length of a line with its unit: 8″, 3 hexes. It returns a dash for a
// blocked line without a length.
func (s *Scene) lengthWithUnit(l *Line) string {
	switch {
	case l.Length == 0 && !l.Clear:
		return "–"
	case s.Unit == "inch":
		return l.LengthText() + "″"
	case l.Length == Scale:
		return l.LengthText() + " " + s.Unit
	}
	return l.LengthText() + " " + plural(s.Unit)
}

// plural returns the plural of a unit: hexes, feet, squares.
func plural(unit string) string {
	switch {
	case unit == "":
		return ""
	case unit == "foot":
		return "feet"
	case strings.HasSuffix(unit, "x"), strings.HasSuffix(unit, "s"), strings.HasSuffix(unit, "ch"), strings.HasSuffix(unit, "sh"):
		return unit + "es"
	}
	return unit + "s"
}

// SightLineTable returns a table of the lines of a scene: target, distance, clear or blocked, and
// the reason. The text is wrapped at the given number of columns.
func (s *Scene) SightLineTable(columns int) string {
	if len(s.Lines) == 0 {
		return ""
	}
	heads := [3]string{"target", "distance", "sight"}
	var wide [3]int
	rows := [][3]string{heads}
	for i := range s.Lines {
		l := &s.Lines[i]
		rows = append(rows, [3]string{l.Target, s.lengthWithUnit(l), l.state()})
	}
	for _, r := range rows {
		for k, cell := range r {
			wide[k] = max(wide[k], utf8.RuneCountInString(cell))
		}
	}
	left := wide[0] + wide[1] + wide[2] + 6
	var b strings.Builder
	fmt.Fprintf(&b, "lines of %s\n", s.Lines[0].Piece)
	for i, r := range rows {
		for k, cell := range r {
			b.WriteString(cell + strings.Repeat(" ", wide[k]-utf8.RuneCountInString(cell)+2))
		}
		words := "why"
		if i > 0 {
			words = s.Lines[i-1].words()
		}
		b.WriteString(strings.Join(wrapLines(words, max(24, columns-left)), "\n"+strings.Repeat(" ", left)) + "\n")
	}
	return b.String()
}

// words returns the reasons of a line with their clauses.
func (l *Line) words() string {
	if len(l.Clauses) == 0 {
		return l.Text
	}
	return l.Text + " [" + strings.Join(l.Clauses, ", ") + "]"
}

// wrapLines breaks a text into lines between its words.
func wrapLines(text string, columns int) (lines []string) {
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > columns {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+w, " ")
	}
	return append(lines, line)
}

// lines draws the lines of a scene onto its plan. Blocked lines are dashed.
func (d *drawing) lines() {
	for i := range d.scene.Lines {
		l := &d.scene.Lines[i]
		class := "sight"
		if !l.Clear {
			class = "sight blocked"
		}
		title := fmt.Sprintf("%s to %s, %s, %s: %s", l.Piece, l.Target, d.scene.lengthWithUnit(l), l.state(), l.words())
		d.printf(`<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"><title>%s</title></line>`+"\n",
			class, d.x(l.From), d.y(l.From), d.x(l.To), d.y(l.To), text(title))
	}
}

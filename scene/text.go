package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Text draws a scene in characters: the plan, the structures side by side with their storeys one above the
// other, and the pieces outside. It breaks lines at a number of columns, or at 40 if that is less.
func (s *Scene) Text(columns int) string {
	columns = max(40, columns)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", s.Title, s.Headline)
	b.WriteString(s.plan(columns))
	b.WriteString(s.slices(columns))
	for side, name := range s.Sides {
		var list []string
		for _, p := range s.Pieces {
			if p.Side == side {
				list = append(list, p.line())
			}
		}
		if len(list) > 0 {
			b.WriteString(wrapped(fmt.Sprintf("%s outside: %s", name, strings.Join(list, "; ")), columns))
		}
	}
	if len(s.Waiting) > 0 {
		b.WriteString(wrapped("to be set up: "+strings.Join(names(s.Waiting), ", "), columns))
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "%s\n", n)
	}
	b.WriteString(s.SightLineTable(columns))
	return b.String()
}

// wrapped breaks a text between words into lines of at most a number of columns. Lines after the
// first are indented by two. A longer word has a line of its own.
func wrapped(text string, columns int) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(text) {
		k := utf8.RuneCountInString(word)
		switch {
		case n == 0:
		case n+1+k > columns:
			b.WriteString("\n  ")
			n = 2
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += k
	}
	return b.String() + "\n"
}

// names lists the names of pieces.
func names(of []Piece) (list []string) {
	for i := range of {
		list = append(list, cmp.Or(of[i].Title, of[i].Name))
	}
	return list
}

// line returns a piece with its strength, markers and place.
func (p *Piece) line() string {
	s := p.label()
	if p.Where != "" {
		s += " at " + p.Where
	}
	return s
}

// label returns a piece with its strength and markers.
func (p *Piece) label() string {
	s := p.Name
	if p.Strength > 0 {
		s += fmt.Sprintf(" %d", p.Strength)
	}
	if len(p.Markers) > 0 {
		s += " (" + strings.Join(p.Markers, ", ") + ")"
	}
	return s
}

// A raster is the plan in characters. A character is about twice as high as it is wide.
type raster struct {
	cells     [][]rune
	low, high Point
	perX      float64 // coordinates in a column
	perY      float64
	written   [][]bool // cells that hold words
	left      []string // words without room
}

const mostRows = 36

func (s *Scene) plan(columns int) string {
	low, high := s.Bounds()
	w, h := float64(high.X-low.X), float64(high.Y-low.Y)
	if w <= 0 || h <= 0 {
		return ""
	}
	r := &raster{low: low, high: high}
	r.perX = max(w/float64(columns-1), h/float64(mostRows-1)/2)
	r.perY = 2 * r.perX
	rows, wide := int(h/r.perY)+1, int(w/r.perX)+1
	r.cells = make([][]rune, rows)
	for i := range r.cells {
		r.cells[i] = []rune(strings.Repeat(" ", wide))
		r.written = append(r.written, make([]bool, wide))
	}
	for _, a := range s.Areas {
		r.area(a)
	}
	for _, x := range s.Structures {
		r.outline(x.Outline, x.wall())
	}
	for _, p := range s.Pieces {
		r.write(p.At, p.sign())
	}
	for _, x := range s.Structures {
		r.write(Centre(x.Outline), x.Name)
	}
	for _, a := range s.Areas {
		if a.Label {
			r.write(Centre(a.Outline), a.Name)
		}
	}
	var b strings.Builder
	for _, row := range r.cells {
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	if len(r.left) > 0 {
		fmt.Fprintf(&b, "too close to others to be written: %s\n", strings.Join(r.left, ", "))
	}
	b.WriteString(s.legend())
	return b.String()
}

// legend explains the marks of the pieces on the plan.
func (s *Scene) legend() string {
	if len(s.Pieces) == 0 {
		return ""
	}
	var met [len(signs)]bool
	for _, p := range s.Pieces {
		met[min(int(p.Kind), len(signs)-1)] = true
	}
	list := []string{"[" + s.Sides[0] + "]", "<" + s.Sides[1] + ">"}
	for k, c := range signs {
		if met[k] {
			list = append(list, fmt.Sprintf(":%c %s", c, Kind(k)))
		}
	}
	return strings.Join(list, "  ") + "\n"
}

func (x *Structure) wall() rune {
	if x.Standing {
		return '#'
	}
	return ':'
}

func (r *raster) at(p Point) (col, row int) {
	return int(float64(p.X-r.low.X) / r.perX), int(float64(r.high.Y-p.Y) / r.perY)
}

func (r *raster) set(col, row int, c rune) {
	if row >= 0 && row < len(r.cells) && col >= 0 && col < len(r.cells[row]) {
		r.cells[row][col] = c
	}
}

// area draws an area by its kind: dots at the corners of open ground, so that hexes can be
// counted, and the edge of any other ground.
func (r *raster) area(a Area) {
	marks := map[string]rune{"wood": 'Y', "hedge": '~', "wall": '=', "hill": '^', "rubble": ':'}
	if c, ok := marks[a.Kind]; ok {
		r.outline(a.Outline, c)
		return
	}
	for _, p := range a.Outline {
		col, row := r.at(p)
		r.set(col, row, '·')
	}
}

// outline draws the edges of a plan in steps of half a character.
func (r *raster) outline(corners []Point, c rune) {
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		dx, dy := float64(q.X-p.X), float64(q.Y-p.Y)
		steps := 2 * int(max(abs(dx)/r.perX, abs(dy)/r.perY, 1))
		for k := range steps + 1 {
			t := float64(k) / float64(steps)
			col, row := r.at(Point{p.X + int(t*dx), p.Y + int(t*dy)})
			r.set(col, row, c)
		}
	}
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// write puts a word around a place, or in a row near it, without overlapping another word.
func (r *raster) write(at Point, word string) {
	col, row := r.at(at)
	n := utf8.RuneCountInString(word)
	col = max(0, min(col-n/2, len(r.cells[0])-n))
	for _, d := range [...]int{0, 1, -1, 2, -2, 3, -3} {
		if r.free(col, row+d, n) {
			for i, c := range []rune(word) {
				r.set(col+i, row+d, c)
				r.written[row+d][min(col+i, len(r.cells[row+d])-1)] = true
			}
			return
		}
	}
	r.left = append(r.left, word)
}

// free reports whether a stretch of a row, with a cell on either side, holds no word.
func (r *raster) free(col, row, n int) bool {
	if row < 0 || row >= len(r.cells) {
		return false
	}
	end := min(col+n+1, len(r.cells[row]))
	return !slices.Contains(r.written[row][max(0, col-1):end], true)
}

// signs distinguish the kinds of pieces. Signs of the first side stand in brackets, those of the
// second in angle brackets.
var signs = [...]rune{Infantry: 'i', Team: 't', Gun: 'g', Vehicle: 'V', Character: '*', Beast: 'b'}

// sign returns a piece as drawn on the plan.
func (p *Piece) sign() string {
	marks := [2][2]rune{{'[', ']'}, {'<', '>'}}[p.Side&1]
	return string(marks[0]) + p.Name + ":" + string(signs[min(int(p.Kind), len(signs)-1)]) + string(marks[1])
}

// slices draws the structures side by side, storeys one above the other.
func (s *Scene) slices(columns int) string {
	var boxes [][]string
	for i := range s.Structures {
		boxes = append(boxes, s.Structures[i].box(s.Sides, s.Openings))
	}
	var b strings.Builder
	for len(boxes) > 0 {
		n, wide := 0, 0
		for n < len(boxes) && (n == 0 || wide+width(boxes[n])+2 <= columns) {
			wide += width(boxes[n]) + 2
			n++
		}
		writeSideBySide(&b, boxes[:n])
		boxes = boxes[n:]
	}
	return b.String()
}

// box returns the slice of one structure, line by line.
func (x *Structure) box(sides [2]string, openings []Opening) []string {
	head := x.Name
	if x.Condition != "" {
		head += ", " + x.Condition
	}
	var rows []string // of floors, from the top
	wide := 0
	for i := len(x.Floors) - 1; i >= 0; i-- {
		f := &x.Floors[i]
		title := x.typed(f)
		if f.Note != "" {
			title += ": " + f.Note
		}
		rows = append(rows, "-"+title)
		wide = max(wide, utf8.RuneCountInString(title)+4)
		for _, p := range f.Pieces {
			line := [2]string{"[", "<"}[p.Side&1] + sides[p.Side&1] + [2]string{"] ", "> "}[p.Side&1] + p.label()
			rows = append(rows, line)
			wide = max(wide, utf8.RuneCountInString(line))
		}
		for _, line := range x.openings(f, openings) {
			rows = append(rows, line)
			wide = max(wide, utf8.RuneCountInString(line))
		}
	}
	out := append([]string{head}, x.Markers...)
	for _, r := range rows {
		if name, ok := strings.CutPrefix(r, "-"); ok {
			out = append(out, "+-"+name+strings.Repeat("-", wide-utf8.RuneCountInString(name)+1)+"+")
			continue
		}
		out = append(out, "| "+r+strings.Repeat(" ", wide-utf8.RuneCountInString(r))+" |")
	}
	return append(out, "+"+strings.Repeat("-", wide+2)+"+")
}

// typed returns the name of a floor as actions have it after that of the structure: second for farm/second.
func (x *Structure) typed(f *Floor) string {
	name := f.Name
	for i, place := range f.Places {
		rest, within := strings.CutPrefix(place, x.Name+"/")
		if !within || i > 0 {
			return f.Name // Actions name several places of the floor.
		}
		name = rest
	}
	return name
}

// openings lists the openings of a floor in words.
func (x *Structure) openings(f *Floor, list []Opening) (lines []string) {
	for i := range list {
		for k := range list[i].In {
			if w := &list[i].In[k]; w.Structure == x.Name && w.Floor == f.Name {
				lines = append(lines, list[i].label(w))
			}
		}
	}
	return lines
}

func width(lines []string) int {
	w := 0
	for _, l := range lines {
		w = max(w, utf8.RuneCountInString(l))
	}
	return w
}

// writeSideBySide writes boxes next to each other with a common base line.
func writeSideBySide(b *strings.Builder, boxes [][]string) {
	high := 0
	for _, x := range boxes {
		high = max(high, len(x))
	}
	for row := range high {
		line := ""
		for _, x := range boxes {
			w, cell := width(x), ""
			if i := row - (high - len(x)); i >= 0 {
				cell = x[i]
			}
			line += cell + strings.Repeat(" ", w-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

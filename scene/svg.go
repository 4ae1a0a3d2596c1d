package scene

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The sizes of a drawing, in pixels.
const (
	maxPixels   = 112 // of a unit of the ground; a plan that would be too wide is scaled to fit
	planWidth   = 900
	floorHeight = 52
	sliceWidth  = 210
	margin      = 24
)

// SVG draws a scene: the plan, and below it a slice of each structure. The picture has a title
// and text for screen readers. Sides differ in shape as well as in colour.
func (s *Scene) SVG(w io.Writer) error {
	d := &drawing{scene: s}
	d.low, d.high = s.Bounds()
	span := float64(max(1, d.high.X-d.low.X)) / Scale
	d.pixels = min(maxPixels, (planWidth-2*margin)/span)
	plan := float64(d.high.Y-d.low.Y)/Scale*d.pixels + 2*margin
	rows := int(math.Ceil(float64(len(s.Structures)) / 4))
	high := plan + 60
	for r := range rows {
		high += d.rowHeight(r)
	}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" role="img" font-family="system-ui, sans-serif" font-size="12">`+"\n", planWidth, high)
	d.printf("<title>%s: %s</title>\n", text(s.Title), text(s.Headline))
	d.b.WriteString(style)
	d.printf(`<text x="%d" y="20" font-size="15">%s</text>`+"\n", margin, text(s.Headline))
	d.top = 30
	d.plan()
	y := plan + 40
	for r := range rows {
		for i := range s.Structures[4*r : min(4*r+4, len(s.Structures))] {
			d.slice(&s.Structures[4*r+i], margin+float64(i)*(sliceWidth+8), y+d.rowHeight(r))
		}
		y += d.rowHeight(r)
	}
	d.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, d.b.String())
	return err
}

const style = `<style>
.open{fill:none;stroke:#bbb}.wood{fill:#cfe3c4;stroke:#6b8f5a}.rubble{fill:#ddd6cc;stroke:#998}.hedge,.wall,.hill{fill:#e6e2d0;stroke:#997}
.house{fill:#f2e6d8;stroke:#5a4632;stroke-width:2}.fallen{fill:#ddd6cc;stroke:#887;stroke-dasharray:4 3}
.s0{fill:#2f5d8a}.s1{fill:#9a3b26}.on{fill:#fff}.floor{fill:none;stroke:#5a4632}.dim{fill:#555}
.sight{stroke:#2b7a3d;stroke-width:2}.blocked{stroke:#a33;stroke-dasharray:6 5}
@media (prefers-color-scheme: dark){svg{background:#1c1a17}text{fill:#eee}.house{fill:#3a3128}.fallen,.rubble{fill:#333}.on{fill:#fff}.dim{fill:#bbb}}
</style>
`

type drawing struct {
	scene     *Scene
	b         strings.Builder
	low, high Point
	pixels    float64 // of a unit
	top       float64
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func text(s string) string { return html.EscapeString(s) }

func (d *drawing) x(p Point) float64 { return margin + float64(p.X-d.low.X)/Scale*d.pixels }
func (d *drawing) y(p Point) float64 { return d.top + margin + float64(d.high.Y-p.Y)/Scale*d.pixels }

func (d *drawing) polygon(class string, outline []Point, title string) {
	d.printf(`<polygon class="%s" points="`, class)
	for _, p := range outline {
		d.printf("%.1f,%.1f ", d.x(p), d.y(p))
	}
	d.printf(`"><title>%s</title></polygon>`+"\n", text(title))
}

func (d *drawing) plan() {
	s := d.scene
	for _, a := range s.Areas {
		kind := a.Kind
		switch kind {
		case "wood", "rubble", "hedge", "wall", "hill":
		default:
			kind = "open"
		}
		d.polygon(kind, a.Outline, a.Name)
		if a.Label {
			d.label(top(a.Outline), -16, a.Name, "dim")
		}
	}
	for _, x := range s.Structures {
		class := "house"
		if !x.Standing {
			class = "fallen"
		}
		d.polygon(class, x.Outline, strings.TrimSuffix(x.Name+", "+x.Condition, ", "))
		d.label(Centre(x.Outline), 4, x.Name, "")
	}
	for _, o := range s.Openings {
		d.printf(`<rect class="floor" x="%.1f" y="%.1f" width="6" height="6"><title>%s %s</title></rect>`+"\n", d.x(o.At)-3, d.y(o.At)-3, text(o.Kind), text(o.Name))
	}
	d.lines()
	stacked := map[Point]int{}
	for _, p := range s.Pieces {
		// Pieces at one place are drawn one below the other.
		y := d.y(p.At) + float64(38*stacked[p.At])
		stacked[p.At]++
		d.piece(p, d.x(p.At), y)
		d.printf(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="10">%s</text>`+"\n", d.x(p.At), y+21, text(p.Name))
	}
}

// top returns the middle of the highest edge of an outline.
func top(outline []Point) Point {
	at := Centre(outline)
	for _, p := range outline {
		at.Y = max(at.Y, p.Y)
	}
	return at
}

func (d *drawing) label(at Point, up float64, s, class string) {
	d.printf(`<text x="%.1f" y="%.1f" text-anchor="middle" class="%s">%s</text>`+"\n", d.x(at), d.y(at)-up, class, text(s))
}

// piece draws a counter. Counters of the first side have round corners, those of the second
// pointed sides. Letters show the kind.
func (d *drawing) piece(p Piece, x, y float64) {
	title := strings.TrimSpace(d.scene.Sides[p.Side&1] + " " + p.Kind.String() + " " + p.label())
	d.printf(`<g class="s%d"><title>%s</title>`, p.Side&1, text(title))
	if p.Side&1 == 0 {
		d.printf(`<rect x="%.1f" y="%.1f" width="28" height="20" rx="6"/>`, x-14, y-10)
	} else {
		d.printf(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f"/>`, x-11, y-10, x+11, y-10, x+16, y, x+11, y+10, x-11, y+10, x-16, y)
	}
	word := strings.ToUpper(p.Kind.String()[:1])
	if p.Strength > 0 {
		word += fmt.Sprint(p.Strength)
	}
	d.printf(`<text class="on" x="%.1f" y="%.1f" text-anchor="middle" font-size="11">%s</text></g>`+"\n", x, y+4, text(word))
	if len(p.Markers) > 0 {
		d.printf(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="9">%s</text>`+"\n", x, y-13, text(strings.Join(p.Markers, ", ")))
	}
}

// rowHeight returns the height of the slices in a row.
func (d *drawing) rowHeight(row int) float64 {
	most := 1
	for i := 4 * row; i < min(4*row+4, len(d.scene.Structures)); i++ {
		most = max(most, len(d.scene.Structures[i].Floors))
	}
	return float64(most*floorHeight + 50)
}

// slice draws the storeys of a structure, standing on the line at y.
func (d *drawing) slice(x *Structure, left, y float64) {
	for i, f := range x.Floors {
		top := y - float64(i+1)*floorHeight - 8
		d.printf(`<rect class="floor" x="%.1f" y="%.1f" width="%d" height="%d"/>`+"\n", left, top, sliceWidth, floorHeight)
		title := f.Name
		if f.Note != "" {
			title += ": " + f.Note
		}
		d.printf(`<text x="%.1f" y="%.1f" class="dim" font-size="10">%s</text>`+"\n", left+4, top+12, text(truncate(title, 40)))
		for k, p := range f.Pieces {
			at := left + 66 + float64(k)*48
			d.piece(p, min(at, left+sliceWidth-18), top+31)
			d.printf(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="8">%s</text>`+"\n", min(at, left+sliceWidth-18), top+50, text(short(p.Name)))
		}
	}
	head := x.Name
	if x.Condition != "" {
		head += ", " + x.Condition
	}
	if len(x.Markers) > 0 {
		head += "; " + strings.Join(x.Markers, ", ")
	}
	d.printf(`<text x="%.1f" y="%.1f">%s<title>%s</title></text>`+"\n", left, y-float64(max(1, len(x.Floors))*floorHeight)-14, text(truncate(head, 34)), text(head))
}

// short truncates a name so that it fits below a counter.
func short(name string) string { return truncate(name, 9) }

// truncate shortens a text to a number of characters.
func truncate(s string, most int) string {
	r := []rune(s)
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

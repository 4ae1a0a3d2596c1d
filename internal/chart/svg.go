package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"loophole/internal/format"
)

// Lengths, in pixels.
const (
	width   = 720
	margin  = 16
	heading = 44 // the title of the chart
	above   = 30 // the title of a series
	below   = 48 // labels and title of an axis
	row     = 22 // a bar with a name
	upright = 220
	letter  = 7.5 // the widest letter at 12 pixels
	side    = 48  // the labels of the chance axis
	behind  = 64  // the chance beside a bar
)

// Blue and orange differ for readers with red-green colour blindness.
const style = `text{font:12px Arimo,Arial,"Liberation Sans",Helvetica,sans-serif;fill:#000}
.title{font-size:17px;text-anchor:middle}.head{font-size:14px;text-anchor:middle}
.mid{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#d2d2d2}.axis{stroke:#000}
.bar{fill:#0072b2}.least{fill:none;stroke:#d55e00;stroke-width:1.5}.dot{fill:#d55e00}`

// A pen writes the elements of an SVG. Texts are anchored at their end or middle, so that their
// place does not depend on the typeface.
type pen struct{ bytes.Buffer }

func (p *pen) add(format string, a ...any) { fmt.Fprintf(p, format+"\n", a...) }

func (p *pen) text(class string, x, y float64, text string) {
	p.add(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, escaped(text))
}

func (p *pen) line(class string, x1, y1, x2, y2 float64) {
	p.add(`<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

func (p *pen) box(class string, x, y, w, h float64) {
	p.add(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, class, x, y, w, h)
}

// escaped returns a text as it stands in XML, without characters that XML cannot have.
func escaped(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

// Write writes a chart as SVG. It fails if the chart has no series.
func Write(w io.Writer, d Chart) error {
	if len(d.Series) == 0 {
		return fmt.Errorf("there is nothing to draw: no events and no measures")
	}
	high := float64(heading + margin)
	for i := range d.Series {
		high += d.Series[i].height()
	}
	p := &pen{}
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" viewBox="0 0 %d %.0f" role="img">`, width, high, width, high)
	p.describe(d)
	p.add("<style>%s</style>", style)
	p.add(`<rect width="100%%" height="100%%" fill="#fff"/>`)
	p.text("title", width/2, 28, d.Title)
	y := float64(heading)
	for i := range d.Series {
		s := &d.Series[i]
		p.text("head", width/2, y+16, s.Title)
		if s.Numbers {
			p.numbers(s, y+above)
		} else {
			p.names(s, y+above)
		}
		y += s.height()
	}
	p.add("</svg>")
	_, err := w.Write(p.Bytes())
	return err
}

// describe adds title and chances as text for screen readers.
func (p *pen) describe(d Chart) {
	p.add("<title>%s</title>", escaped(d.Title))
	p.WriteString("<desc>")
	for _, s := range d.Series {
		p.WriteString(escaped(s.Title) + ":")
		for _, b := range s.Bars {
			fmt.Fprintf(p, " %s %.4g %%;", escaped(b.Label), 100*b.Chance)
		}
		p.WriteString("\n")
	}
	p.add("</desc>")
}

func (s *Series) height() float64 {
	if s.Numbers {
		return above + upright + below
	}
	return above + float64(row*len(s.Bars)) + below
}

// names draws a bar for each name, the first on top, with its chance beside it.
func (p *pen) names(s *Series, y float64) {
	longest := 0
	for _, b := range s.Bars {
		longest = max(longest, utf8.RuneCountInString(b.Label))
	}
	left := min(margin+letter*float64(longest)+6, width/2)
	wide, high := width-margin-behind-left, float64(row*len(s.Bars))
	for v := 0; v <= 100; v += 20 {
		x := left + wide*float64(v)/100
		p.line("grid", x, y, x, y+high)
		p.text("mid", x, y+high+16, fmt.Sprint(v))
	}
	p.text("mid", left+wide/2, y+high+34, "chance, %")
	for i, b := range s.Bars {
		top := y + float64(row*i)
		p.text("end", left-6, top+15, b.Label)
		p.box("bar", left, top+4, wide*b.Chance, row-8)
		p.text("after", left+wide*b.Chance+6, top+15, format.Percent(b.Chance, nil))
	}
	p.line("axis", left, y, left, y+high)
}

// numbers draws a bar for each number, and the chance of at least that number as a line.
func (p *pen) numbers(s *Series, y float64) {
	const left = margin + side
	wide, foot := float64(width-margin-left), y+upright
	for v := 0; v <= 100; v += 20 {
		at := foot - upright*float64(v)/100
		p.line("grid", left, at, left+wide, at)
		p.text("end", left-6, at+4, fmt.Sprint(v))
	}
	p.add(`<text class="mid" transform="translate(%d %.1f) rotate(-90)">chance, %%</text>`, margin, y+upright/2)
	each := wide / float64(len(s.Bars))
	for i, b := range s.Bars {
		x := left + each*(float64(i)+0.5)
		p.box("bar", x-0.35*each, foot-upright*b.Chance, 0.7*each, upright*b.Chance)
		if label := s.label(i); label != "" {
			p.text("mid", x, foot+16, label)
		}
	}
	p.line("axis", left, foot, left+wide, foot)
	p.text("mid", left+wide/2, foot+34, s.Unit)
	p.least(s, left, each, foot)
	const right = width - margin // the legend, beside the title
	p.box("bar", right-142, y-22, 14, 10)
	p.text("after", right-122, y-13, "exactly")
	p.line("least", right-70, y-17, right-56, y-17)
	p.text("after", right-50, y-13, "at least")
}

// least adds the chance of at least each value as a line with points.
func (p *pen) least(s *Series, left, each, foot float64) {
	points, sum := make([]string, len(s.Bars)), 0.0
	var dots pen
	for i := len(s.Bars) - 1; i >= 0; i-- {
		sum += s.Bars[i].Chance
		x, y := left+each*(float64(i)+0.5), foot-upright*min(1, sum)
		points[i] = fmt.Sprintf("%.1f,%.1f", x, y)
		dots.add(`<circle class="dot" cx="%.1f" cy="%.1f" r="2"/>`, x, y)
	}
	p.add(`<polyline class="least" points="%s"/>`, strings.Join(points, " "))
	p.Write(dots.Bytes())
}

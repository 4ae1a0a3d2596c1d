package chart

import (
	"fmt"
	"regexp"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// measured is an SVG that remembers how wide each of its texts was taken to be
// when the drawing was laid out. Whoever shows it may have a wider typeface: what
// ends at a bar would run below it.
type measured struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString draws a text.
func (m *measured) FillString(f font.Face, at vg.Point, text string) {
	m.widths = append(m.widths, f.Width(text))
	m.Canvas.FillString(f, at, text)
}

var texts = regexp.MustCompile(`<text `)

// held makes each text of the SVG as wide as it was taken to be.
func (m *measured) held(svg []byte) []byte {
	n := -1
	return texts.ReplaceAllFunc(svg, func(head []byte) []byte {
		if n++; n >= len(m.widths) || m.widths[n] <= 0 {
			return head
		}
		return fmt.Appendf(nil, `<text textLength="%.4g" lengthAdjust="spacingAndGlyphs" `, m.widths[n].Points())
	})
}

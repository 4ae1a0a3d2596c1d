package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"loophole/numeral"
)

// A Drawing is what is drawn.
type Drawing struct {
	Title  string
	Series []Series
}

// A Series is one set of bars.
type Series struct {
	Title   string
	Unit    string // of the labels
	Numbers bool   // the labels are ascending numbers; names otherwise
	Bars    []Bar
}

// A Bar has its label and its chance, 0 to 1.
type Bar struct {
	Label  string
	Chance float64
}

// The size of a drawing, and the colours, which are told apart by those who
// see no red or no green.
const (
	width  = 18 * vg.Centimeter
	height = 8 * vg.Centimeter
)

var (
	blue   = color.RGBA{0, 114, 178, 255}
	orange = color.RGBA{213, 94, 0, 255}
	grey   = color.Gray{210}
)

// Write draws into an SVG.
func Write(w io.Writer, d Drawing) error {
	rows := len(d.Series)
	if rows == 0 {
		return fmt.Errorf("there is nothing to draw: no events and no measures")
	}
	canvas := &measured{Canvas: vgsvg.NewWith(vgsvg.UseWH(width, height*vg.Length(rows)+1*vg.Centimeter))}
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	title(all, d.Title)
	below := draw.Crop(all, 0, 0, 0, -1*vg.Centimeter)
	tiles := draw.Tiles{Rows: rows, Cols: 1, PadX: vg.Centimeter, PadY: vg.Centimeter / 2, PadLeft: vg.Centimeter / 2, PadRight: vg.Centimeter / 2, PadBottom: vg.Centimeter / 3}
	plots := make([][]*plot.Plot, rows)
	for i, s := range d.Series {
		p, err := s.plot()
		if err != nil {
			return err
		}
		plots[i] = []*plot.Plot{p}
	}
	for i, row := range plot.Align(plots, tiles, below) {
		plots[i][0].Draw(row[0])
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(described(canvas.held(b.Bytes()), d))
	return err
}

// described adds what a reader hears who cannot see the drawing: its title and
// the chances.
func described(svg []byte, d Drawing) []byte {
	var text bytes.Buffer
	text.WriteString("<title>")
	xml.EscapeText(&text, []byte(d.Title))
	text.WriteString("</title>\n<desc>")
	for _, s := range d.Series {
		fmt.Fprintf(&text, "%s:", s.Title)
		for _, b := range s.Bars {
			label := &bytes.Buffer{}
			xml.EscapeText(label, []byte(b.Label))
			fmt.Fprintf(&text, " %s %.4g %%;", label, 100*b.Chance)
		}
		text.WriteString("\n")
	}
	text.WriteString("</desc>\n<g ")
	return bytes.Replace(svg, []byte("<g "), text.Bytes(), 1)
}

// sans is the typeface of all text.
func sans(f *font.Font) { f.Variant = "Sans" }

func title(c draw.Canvas, text string) {
	style := plot.New().Title.TextStyle
	sans(&style.Font)
	style.Font.Size = 14
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y - vg.Centimeter/4}, text)
}

// plot makes the plot of one set of bars.
func (s *Series) plot() (*plot.Plot, error) {
	p := plot.New()
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font,
	} {
		sans(f)
	}
	p.Title.Text = s.Title
	p.Title.Padding = vg.Points(4)
	if s.Numbers {
		return p, s.upright(p)
	}
	return p, s.lying(p)
}

// upright draws a bar for each number, and the chance of at least as much as a
// line.
func (s *Series) upright(p *plot.Plot) error {
	n := float64(len(s.Bars))
	bars, err := s.bars(vg.Points(max(2, 350/(n+1))), func(i int) float64 { return 100 * s.Bars[i].Chance })
	if err != nil {
		return err
	}
	labels := make([]string, len(s.Bars))
	for i := range s.Bars {
		labels[i] = s.label(i)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = nil, grey
	p.Add(grid, bars)
	p.NominalX(labels...)
	p.X.Label.Text, p.Y.Label.Text = s.Unit, "chance, %"
	p.X.Min, p.X.Max = -0.6, n-0.4
	p.Y.Min, p.Y.Max = 0, 100
	return s.least(p, bars)
}

// lying draws a bar for each name, the first on top, with its chance.
func (s *Series) lying(p *plot.Plot) error {
	n := len(s.Bars)
	bars, err := s.bars(vg.Points(max(2, 110/float64(n+1))), func(i int) float64 { return 100 * s.Bars[n-1-i].Chance })
	if err != nil {
		return err
	}
	bars.Horizontal = true
	names := make([]string, n)
	text := plotter.XYLabels{XYs: make(plotter.XYs, n), Labels: make([]string, n)}
	for i := range s.Bars {
		b := s.Bars[n-1-i]
		names[i] = b.Label
		text.XYs[i] = plotter.XY{X: 100 * b.Chance, Y: float64(i)}
		text.Labels[i] = numeral.Percent(b.Chance, nil)
	}
	labels, err := plotter.NewLabels(text)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		sans(&labels.TextStyle[i].Font)
		labels.TextStyle[i].YAlign = draw.YCenter
	}
	labels.Offset = vg.Point{X: vg.Points(4)}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = nil, grey
	p.Add(grid, bars, labels)
	p.NominalY(names...)
	p.Y.Tick.Label.Font.Size = vg.Points(min(10, max(5, 180/float64(n))))
	p.X.Label.Text = "chance, %"
	p.X.Min, p.X.Max = 0, 112 // room for the text behind the longest bar
	p.X.Tick.Marker = plot.ConstantTicks(tens())
	p.Y.Min, p.Y.Max = -0.6, float64(n)-0.4
	return nil
}

func tens() []plot.Tick {
	var ticks []plot.Tick
	for v := 0; v <= 100; v += 20 {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
}

func (s *Series) bars(width vg.Length, chance func(i int) float64) (*plotter.BarChart, error) {
	values := make(plotter.Values, len(s.Bars))
	for i := range values {
		values[i] = chance(i)
	}
	bars, err := plotter.NewBarChart(values, width)
	if err != nil {
		return nil, err
	}
	bars.Color, bars.LineStyle.Width = blue, 0
	return bars, nil
}

// least adds the chance of at least each value as a line.
func (s *Series) least(p *plot.Plot, bars *plotter.BarChart) error {
	points := make(plotter.XYs, len(s.Bars))
	sum := 0.0
	for i := len(s.Bars) - 1; i >= 0; i-- {
		sum += 100 * s.Bars[i].Chance
		points[i] = plotter.XY{X: float64(i), Y: sum}
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, dots.Color = orange, orange
	dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(1.5)
	p.Add(line, dots)
	p.Legend.Padding = vg.Points(3)
	p.Legend.Add("exactly", bars)
	p.Legend.Add("at least", line)
	p.Legend.Top = true
	return nil
}

// mostLabels is how many labels fit below an axis.
const mostLabels = 30

// label leaves out labels where they would run into each other.
func (s *Series) label(i int) string {
	step := (len(s.Bars)-1)/mostLabels + 1
	if i%step != 0 {
		return ""
	}
	return s.Bars[i].Label
}

// Numbers makes the bars of a distribution, with a bar of no height for each
// value between that never comes up, as long as they are few enough to see.
func Numbers(values []int, chance func(i int) float64) []Bar {
	const most = 400
	var bars []Bar
	for i, v := range values {
		for i > 0 && len(bars) < most && v-values[i-1] < most && len(bars) < v-values[0] {
			bars = append(bars, Bar{strconv.Itoa(values[0] + len(bars)), 0})
		}
		bars = append(bars, Bar{strconv.Itoa(v), chance(i)})
	}
	return bars
}

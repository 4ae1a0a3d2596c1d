package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestWrite reads the drawing back as XML.
func TestWrite(t *testing.T) {
	names := Series{Title: "chances", Bars: []Bar{{"a < b", 0.5}, {"c & d", 0}}}
	numbers := Series{Title: "hits", Unit: "hits", Numbers: true, Bars: Numbers([]int{0, 2, 3}, func(int) float64 { return 1.0 / 3 })}
	one := Series{Title: "always", Numbers: true, Bars: []Bar{{"7", 1}}}
	var b bytes.Buffer
	if err := Write(&b, Chart{Title: "this & that", Series: []Series{names, numbers, one}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	d := xml.NewDecoder(&b)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"<title>this &amp; that</title>", "a &lt; b 50 %;", "hits: 0 33.33 %; 1 0 %; 2 33.33 %;"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if err := Write(io.Discard, Chart{}); err == nil {
		t.Error("nothing was drawn without an error")
	}
}

// TestNumbers fills gaps between values, up to a limit.
func TestNumbers(t *testing.T) {
	if bars := Numbers([]int{-1, 2}, func(i int) float64 { return float64(i) }); len(bars) != 4 || bars[1].Label != "0" || bars[3].Chance != 1 {
		t.Error(bars)
	}
	if bars := Numbers([]int{0, 1 << 40}, func(int) float64 { return 0.5 }); len(bars) != 2 {
		t.Error(len(bars))
	}
}

func TestLabels(t *testing.T) {
	s := Series{Bars: make([]Bar, 100)}
	for i := range s.Bars {
		s.Bars[i].Label = "x"
	}
	n := 0
	for i := range s.Bars {
		if s.label(i) != "" {
			n++
		}
	}
	if n > mostLabels {
		t.Error(n, "labels")
	}
}

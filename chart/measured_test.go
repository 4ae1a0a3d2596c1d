package chart

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTextsKeepTheirWidth says how wide each text is, so that a label ends where
// its bar begins in any typeface.
func TestTextsKeepTheirWidth(t *testing.T) {
	names := Series{Title: "chances", Bars: []Bar{{"a", 0.5}, {strings.Repeat("a", 10), 0.25}}}
	var b bytes.Buffer
	if err := Write(&b, Drawing{Title: "this", Series: []Series{names}}); err != nil {
		t.Fatal(err)
	}
	texts := regexp.MustCompile(`(?s)<text textLength="([0-9.]+)" lengthAdjust="spacingAndGlyphs"[^>]*>([^<]*)<`).FindAllStringSubmatch(b.String(), -1)
	if n := strings.Count(b.String(), "<text "); len(texts) != n || n < 5 {
		t.Fatalf("of %d texts %d say how wide they are", n, len(texts))
	}
	widths := map[string]string{}
	for _, m := range texts {
		widths[m[2]] = m[1]
	}
	one, err := strconv.ParseFloat(widths["a"], 64)
	ten, err2 := strconv.ParseFloat(widths[strings.Repeat("a", 10)], 64)
	if err != nil || err2 != nil || one < 3 || fmt.Sprintf("%.0f", ten) != fmt.Sprintf("%.0f", 10*one) {
		t.Errorf("one letter is %s wide, ten are %s", widths["a"], widths[strings.Repeat("a", 10)])
	}
}

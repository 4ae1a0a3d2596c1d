package server

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"loophole/internal/wire"
)

// TestNotation: dice notation has the same answers as on the command line, and errors have their
// place.
func TestNotation(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	c := &client{t: t, s: served(t, Options{})}
	ask := func(text string) string { return "/dice?q=" + url.QueryEscape(text) }
	var a wire.DiceAnswer
	c.want(http.StatusOK, &a, "GET", ask("4d6kh3 >= 16"), nil)
	if a.Expression != "4d6kh3 >= 16" || a.Chance == nil || a.Chance.P != "169/1296" || a.Number != nil {
		t.Errorf("%+v", a)
	}
	a = wire.DiceAnswer{}
	c.want(http.StatusOK, &a, "GET", ask("2d6!!"), nil)
	if a.Number == nil || a.Number.Distribution[0] != (wire.Value{Value: 2, P: "1/36", Float: 1.0 / 36}) || len(a.Notes) != 1 {
		t.Errorf("%+v", a)
	}
	a = wire.DiceAnswer{}
	c.want(http.StatusOK, &a, "GET", ask("d6 vs d6"), nil)
	// 15 of 36 each way.
	if len(a.Names) != 3 || a.Names[0].Name != "loses" || a.Names[0].P != "5/12" || a.Names[1].P != "1/6" || a.Names[2].P != "5/12" {
		t.Errorf("%+v", a)
	}
	for text, want := range map[string]string{
		"3d6 >> 2":        "3d6 >> 2\n       ^",
		"d1000*d1000*d9":  "too large",
		"1 / (d6 - 1)":    "divide by 0",
		"1000d6":          "too many digits",
		"1000d6 >= 3":     "",
		"4d6kh3 >= \x1b[": "cannot be printed",
	} {
		var p Problem
		if want == "" {
			c.want(http.StatusOK, &wire.DiceAnswer{}, "GET", ask(text), nil)
			continue
		}
		c.want(http.StatusUnprocessableEntity, &p, "GET", ask(text), nil)
		if !strings.Contains(p.Detail, want) {
			t.Errorf("%q: %q; want %q", text, p.Detail, want)
		}
	}
}

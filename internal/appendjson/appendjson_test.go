package appendjson

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// slow writes a value by encoding/json.
func slow(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()[:b.Len()-1]
}

// TestAsEncodingJSON: texts and numbers are those of encoding/json.
func TestAsEncodingJSON(t *testing.T) {
	for _, s := range []string{"", "plain", "a/b", `quo"te`, `back\slash`, "<html> & more", "line\nbreak\x00\x7f", "Höhe ½", "\u2028", "\xff"} {
		if got, want := string(String([]byte("x"), s)), "x"+slow(t, s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
	dice := rand.New(rand.NewPCG(1, 2))
	list := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.99e-7, 1e-7, 1e-10, 1e-100, 1e20, 1e21, 1e22, 1e100, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for range 10000 {
		if f := math.Float64frombits(dice.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			list = append(list, f, dice.Float64(), math.Pow(10, -20*dice.Float64()))
		}
	}
	for _, f := range list {
		if got, want := string(Float([]byte("x"), f)), "x"+slow(t, f); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
}

package format

import (
	"math/big"
	"testing"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func TestPercent(t *testing.T) {
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(6), big.NewInt(500), nil))
	almost := new(big.Rat).Sub(big.NewRat(1, 1), tiny)
	for _, c := range []struct {
		p     float64
		exact *big.Rat
		want  string
	}{
		{0, nil, "0 %"}, {1, nil, "100 %"}, {0, rat("0"), "0 %"}, {1, rat("1"), "100 %"},
		{0, tiny, "<0.01 %"}, {1, almost, ">99.99 %"},
		{0.00009, nil, "<0.01 %"}, {0.0001, nil, "0.01 %"}, {0.99991, nil, ">99.99 %"}, {0.9999, nil, "99.99 %"},
		{0.07771439178237852, rat("90324443/1162261467"), "7.77 %"},
		{0.0999, nil, "9.99 %"}, {0.09995, nil, "10.0 %"}, {0.5, nil, "50.0 %"}, {0.89999, nil, "90.0 %"}, {0.95, nil, "95.00 %"},
	} {
		if got := Percent(c.p, c.exact); got != c.want {
			t.Errorf("Percent(%v, %v) = %q, want %q", c.p, c.exact, got, c.want)
		}
	}
}

func TestFraction(t *testing.T) {
	for _, c := range []struct {
		r     string
		want  string
		short bool
	}{
		{"0", "0", false}, {"1", "1", false}, {"2/6", "1/3", false},
		{"90324443/1162261467", "90324443/1162261467", false},
		{"1/1234567890123", "1/1234567890123", false},
		{"12345678901231/98765432109876543", "1234…1231/9876…6543", true},
		{"12345678901234", "1234…1234", true},
	} {
		if got, short := Fraction(rat(c.r)); got != c.want || short != c.short {
			t.Errorf("Fraction(%s) = %q %v, want %q %v", c.r, got, short, c.want, c.short)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0.00"}, {5.33577, "5.34"}, {4.33351024153879, "4.33"}, {-2.5, "-2.50"}, {0.271, "0.27"}, {0.01234, "0.0123"},
		{123.456, "123.5"}, {12345.6, "12346"}, {1e-20, "0.000000000000"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("Number(%v) = %q, want %q", c.x, got, c.want)
		}
	}
	for x, want := range map[float64]string{0: "0", 0.0843: "0.084", 0.156: "0.16", 1.5: "1.5", 12.3: "12", 0.00139: "0.0014"} {
		if got := StdErr(x); got != want {
			t.Errorf("Error(%v) = %q, want %q", x, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567", -12345: "-12 345"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

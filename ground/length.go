package ground

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Length is a distance, a height or a coordinate in thousandths of an inch.
// The halves, quarters, eighths and tenths of an inch that rulebooks print are
// whole numbers of it.
type Length int32

// Units of length, and the largest coordinates and heights of a plan. The limits keep every
// product of the exact tests within 64 or 128 bits.
const (
	Inch Length = 1000
	Foot        = 12 * Inch

	// Limit is the largest coordinate in either direction: a table may be 25 metres wide.
	Limit = 500 * Inch
	// HeightLimit is the largest height above or below the ground.
	HeightLimit = 100 * Inch
)

// InchesDown returns the whole inches of the length, rounded towards zero.
func (l Length) InchesDown() int { return int(l / Inch) }

// InchesUp returns the inches of the length, rounded up.
func (l Length) InchesUp() int { return int((l + Inch - 1) / Inch) }

// String returns the length in inches with as many decimals as needed: 6.25.
func (l Length) String() string {
	sign, n := "", int64(l)
	if n < 0 {
		sign, n = "-", -n
	}
	s := sign + strconv.FormatInt(n/1000, 10)
	if f := n % 1000; f != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", f), "0")
	}
	return s
}

// MarshalText writes the length as [Length.String] does.
func (l Length) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what [ParseLength] reads.
func (l *Length) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLength(string(text))
	return err
}

// ParseLength reads inches in the notation of table plans: 6, 6.25, 1/4, 6 1/4, with or without
// an inch mark. It rejects a length that is not a whole number of thousandths, such as 1/3 or
// 1.0005, and never rounds. A minus sign is allowed.
func ParseLength(s string) (Length, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), `"`))
	text, minus := strings.CutPrefix(text, "-")
	whole, part, mixed := strings.Cut(text, " ")
	if !mixed && strings.Contains(text, "/") {
		whole, part = "0", text
	}
	n, ok := parseDecimal(whole)
	if ok && part != "" {
		var f int64
		f, ok = parseFraction(strings.TrimSpace(part))
		ok = ok && !strings.Contains(whole, ".")
		n += f
	}
	if !ok || mixed && part == "" || n > math.MaxInt32 {
		return 0, fmt.Errorf("ground: %q is not a length: write inches in whole thousandths, such as 6, 6.25, 1/4 or 6 1/4", s)
	}
	if minus {
		n = -n
	}
	return Length(n), nil
}

// parseDecimal reads up to seven digits and up to three decimals as thousandths.
func parseDecimal(s string) (int64, bool) {
	whole, part, point := strings.Cut(s, ".")
	if point && part == "" || len(part) > 3 || len(whole) > 7 || !digits(whole) || point && !digits(part) {
		return 0, false
	}
	n, _ := strconv.ParseInt(whole+part+strings.Repeat("0", 3-len(part)), 10, 64)
	return n, true
}

// parseFraction reads a proper fraction of an inch as thousandths.
func parseFraction(s string) (int64, bool) {
	top, bottom, ok := strings.Cut(s, "/")
	if !ok || !digits(top) || !digits(bottom) || len(top) > 4 || len(bottom) > 4 {
		return 0, false
	}
	a, _ := strconv.ParseInt(top, 10, 64)
	b, _ := strconv.ParseInt(bottom, 10, 64)
	if b == 0 || a >= b || a*1000%b != 0 {
		return 0, false
	}
	return a * 1000 / b, true
}

func digits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// Tenths returns the inches of a length, rounded up to a tenth, as players read them: 8 and 3.
func (l Length) Tenths() (whole, tenth int) {
	n := int((l + Inch/10 - 1) / (Inch / 10))
	return n / 10, n % 10
}

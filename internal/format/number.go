package format

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Percent formats a chance, with two decimals below 10 % and from 90 %, and one between. Only a
// chance of exactly 0 or 1 shows as 0 % or 100 %. If exact is not nil, it decides which are.
func Percent(p float64, exact *big.Rat) string {
	never, always := p <= 0, p >= 1
	if exact != nil {
		never, always = exact.Sign() == 0, exact.Cmp(big.NewRat(1, 1)) == 0
	}
	switch x := 100 * p; {
	case never:
		return "0 %"
	case always:
		return "100 %"
	case x < 0.01:
		return "<0.01 %"
	case x > 99.99:
		return ">99.99 %"
	case x < 9.995 || x >= 90:
		return fmt.Sprintf("%.2f %%", x)
	default:
		return fmt.Sprintf("%.1f %%", x)
	}
}

// mostDigits is the largest number of digits of a numerator or denominator that are shown in full.
const mostDigits = 13

// Fraction formats a reduced fraction. A long numerator or denominator is shortened to its first
// and last four digits with an ellipsis between. short reports whether one was.
func Fraction(r *big.Rat) (text string, short bool) {
	if r.IsInt() {
		return shorten(r.Num().String())
	}
	num, a := shorten(r.Num().String())
	den, b := shorten(r.Denom().String())
	return num + "/" + den, a || b
}

// shorten shortens a number with more than mostDigits digits, and reports whether it did.
func shorten(digits string) (string, bool) {
	if len(digits) <= mostDigits {
		return digits, false
	}
	return digits[:4] + "…" + digits[len(digits)-4:], true
}

// Number formats a mean or a standard deviation with three significant digits, and with two
// decimals below 100.
func Number(x float64) string {
	digits := 2
	switch a := math.Abs(x); {
	case a >= 1000:
		digits = 0
	case a >= 100:
		digits = 1
	case a > 0 && a < 0.1:
		digits = min(12, 2-int(math.Floor(math.Log10(a))))
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// StdErr formats a standard error with two significant digits.
func StdErr(x float64) string {
	if x <= 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', max(0, min(12, 1-int(math.Floor(math.Log10(x))))), 64)
}

// Count formats an integer with spaces between thousands: 1 000 000.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	neg := ""
	if n < 0 {
		neg, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return neg + s
}

// Capital returns a text with a capital first letter.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

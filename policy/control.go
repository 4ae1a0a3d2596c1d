package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/winprob"
)

// A Control holds the results of a series and the luck in them, which serves as a control variate.
// The score of a game is 1 if the first side won it, 0 if it lost, and ½ for a draw.
//
// The expectation of luck is zero. The scores less a multiple of the luck therefore have the
// same mean as the scores, and a smaller error. The games of even and of odd numbers are two
// halves. Each half takes its multiple from the regression over the other half, so that the
// multiple does not depend on the luck that it is applied to, and adds no bias.
type Control struct{ halves [2]moments }

// moments are sums over games: of the score in halves of a game, of luck in units of
// 1/luckUnit, and of their products. Sums of integers do not depend on their order.
type moments struct{ n, y, l, yy, ll, yl int }

// luckUnit makes luck a whole number. It leaves room for a billion games.
const luckUnit = 1 << 12

// The fewest games for a regression, and the largest multiple of luck that it may find.
const (
	leastFitted  = 20
	mostMultiple = 2
)

// add adds a game.
func (c *Control) add(s *game.Status, luck float64, number int) {
	y, l := int(2*winprob.Result(s)), int(math.Round(luck*luckUnit))
	m := &c.halves[number%2]
	m.n++
	m.y, m.l = m.y+y, m.l+l
	m.yy, m.ll, m.yl = m.yy+y*y, m.ll+l*l, m.yl+y*l
}

func (c *Control) join(o *Control) {
	for i := range c.halves {
		c.halves[i].join(o.halves[i])
	}
}

func (m *moments) join(o moments) {
	m.n, m.y, m.l = m.n+o.n, m.y+o.y, m.l+o.l
	m.yy, m.ll, m.yl = m.yy+o.yy, m.ll+o.ll, m.yl+o.yl
}

// MarshalText returns the sums of a control for [Control.UnmarshalText], so that a series can be continued later.
func (c Control) MarshalText() ([]byte, error) {
	var b []byte
	for i := range c.halves {
		for _, v := range c.halves[i].sums() {
			b = append(strconv.AppendInt(b, int64(*v), 10), ' ')
		}
	}
	return b[:len(b)-1], nil
}

// UnmarshalText sets the sums of a control. It returns an error if the text is not of [Control.MarshalText].
func (c *Control) UnmarshalText(text []byte) error {
	fields := strings.Fields(string(text))
	var read Control
	if want := len(read.halves) * len(read.halves[0].sums()); len(fields) != want {
		return fmt.Errorf("a control has %d sums, not %d", want, len(fields))
	}
	for i := range read.halves {
		for j, v := range read.halves[i].sums() {
			var err error
			if *v, err = strconv.Atoi(fields[6*i+j]); err != nil {
				return fmt.Errorf("sum %d of a control: %w", 6*i+j+1, err)
			}
		}
	}
	*c = read
	return nil
}

// sums lists the fields.
func (m *moments) sums() [6]*int { return [...]*int{&m.n, &m.y, &m.l, &m.yy, &m.ll, &m.yl} }

// Games returns the number of games whose luck was measured: 0 without [Options.Luck].
func (c *Control) Games() int { return c.halves[0].n + c.halves[1].n }

// Score returns the mean score with its standard error, which is infinite for one game.
func (c *Control) Score() (mean, stdErr float64) { return c.estimate([2]float64{}) }

// LessLuck returns the mean score less luck with its standard error, which is infinite for
// one game. The mean is unbiased, and may lie a little outside of 0 to 1.
func (c *Control) LessLuck() (mean, stdErr float64) { return c.estimate(c.multiples()) }

// Luck returns the mean luck of the first side with its standard error.
func (c *Control) Luck() (mean, stdErr float64) {
	m := c.halves[0]
	m.join(c.halves[1])
	n := float64(m.n)
	mean = float64(m.l) / luckUnit / n
	return mean, stdErrOf(float64(m.ll)/luckUnit/luckUnit-n*mean*mean, m.n, 1)
}

// Multiple returns the multiple of luck that [Control.LessLuck] subtracts, as the mean of the two
// halves.
func (c *Control) Multiple() float64 {
	of := c.multiples()
	return (of[0] + of[1]) / 2
}

// multiples returns the multiple of luck for each half: 1 in a short series, or if all games
// of the other half ended alike or had equal luck.
func (c *Control) multiples() (of [2]float64) {
	for i := range of {
		of[i] = 1
		m := &c.halves[1-i]
		n := float64(m.n)
		if c.Games() < leastFitted || m.n < 2 {
			continue
		}
		y, l := float64(m.y)/2, float64(m.l)/luckUnit
		vy, vl := float64(m.yy)/4-y*y/n, float64(m.ll)/luckUnit/luckUnit-l*l/n
		if vy > 0 && vl > 0 {
			of[i] = min(mostMultiple, max(0, (float64(m.yl)/2/luckUnit-y*l/n)/vl))
		}
	}
	return of
}

// estimate returns the mean of the scores less multiples of luck, and its standard error.
func (c *Control) estimate(multiples [2]float64) (mean, stdErr float64) {
	games, squares, means := c.Games(), 0.0, 1
	if multiples[0] != multiples[1] {
		means = 2
	}
	sum, all := 0.0, 0.0
	for i := range c.halves {
		m, k := &c.halves[i], multiples[i]
		r := float64(m.y)/2 - k*float64(m.l)/luckUnit
		rr := float64(m.yy)/4 - k*float64(m.yl)/luckUnit + k*k*float64(m.ll)/luckUnit/luckUnit
		if means == 2 && m.n > 0 {
			rr -= r * r / float64(m.n)
		}
		sum, squares, all = sum+r, squares+rr, all+float64(m.n)
	}
	mean = sum / all
	if means == 1 {
		squares -= all * mean * mean
	}
	return mean, stdErrOf(squares, games, means)
}

// stdErrOf returns the standard error of a mean from the sum of squares around so many fitted
// means.
func stdErrOf(squares float64, n, means int) float64 {
	if n <= means {
		return math.Inf(1)
	}
	return math.Sqrt(max(0, squares) / float64(n-means) / float64(n))
}

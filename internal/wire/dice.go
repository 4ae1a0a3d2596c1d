package wire

import (
	"encoding/csv"
	"io"
	"strconv"

	"loophole/notation"
	"loophole/odds"
)

// DiceAnswer is the answer to an expression in dice notation.
type DiceAnswer struct {
	Expression string       `json:"expression"`
	Chance     *Probability `json:"chance,omitempty" doc:"the chance that the comparison is true; left out for other expressions"`
	Number     *Measure     `json:"number,omitempty" doc:"the distribution of a number"`
	Names      []Chance     `json:"names,omitempty" doc:"the distribution of names: loses, ties and wins of a vs"`
	Notes      []string     `json:"notes" doc:"assumptions that the expression does not state"`
}

// DiceOf returns the answer to an expression with the distribution n.
func DiceOf(e *notation.Expr, n *odds.IntDist) *DiceAnswer {
	a := &DiceAnswer{Expression: e.String(), Notes: append([]string{}, e.Notes()...)}
	switch names := e.Names(); {
	case e.IsComparison():
		c := n.Exactly(1)
		a.Chance = &Probability{Fraction(c), c.Float}
	case names != nil:
		for v, name := range names {
			a.Names = append(a.Names, ChanceOf(name, n.Exactly(v)))
		}
	default:
		a.Number = measureOf("", n)
	}
	return a
}

// NumbersOf returns the distribution of an expression as one of package odds.
func NumbersOf(x *notation.Dist) *odds.IntDist {
	n := &odds.IntDist{}
	for _, v := range x.Values() {
		p := x.P(v)
		f, _ := p.Float64()
		n.Values = append(n.Values, v)
		n.Chances = append(n.Chances, odds.Chance{Exact: p, Float: f})
	}
	return n
}

// CSV writes a line for each value, or one for a comparison.
func (a *DiceAnswer) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write([]string{"value", "p", "float"})
	switch {
	case a.Chance != nil:
		w.Write([]string{"holds", a.Chance.P, float(a.Chance.Float)})
	case a.Number != nil:
		for _, v := range a.Number.Distribution {
			w.Write([]string{strconv.Itoa(v.Value), v.P, float(v.Float)})
		}
	default:
		for _, n := range a.Names {
			w.Write([]string{n.Name, n.P, float(n.Float)})
		}
	}
	w.Flush()
	return w.Error()
}

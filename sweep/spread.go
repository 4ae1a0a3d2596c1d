package sweep

import (
	"math"

	"loophole/balance"
)

// A Spread compares the scores of cells that differ by the seed alone.
type Spread struct {
	Values    []Value // without the seed
	Seeds     int
	Least     float64       // the lowest score of a seed
	Greatest  float64       // the highest one
	Deviation float64       // standard deviation between the seeds
	Together  balance.Score // of all games
}

// Spreads compares the seeds of a group, if it has several. Cells without games are left out.
func (g *Group) Spreads() []Spread {
	var list []Spread
	var squares []float64 // sums of the squares of the scores
	var sums []Tally
	at := map[string]int{}
	for _, c := range g.Cells {
		n := len(c.Values)
		if c.Procedure != "" || c.Total == nil || n == 0 || c.Values[n-1].Path != seedPath {
			continue
		}
		others := Spread{Values: c.Values[:n-1]}
		i, there := at[others.Label()]
		if !there {
			i = len(list)
			at[others.Label()] = i
			list = append(list, Spread{Values: others.Values, Least: math.Inf(1), Greatest: math.Inf(-1)})
			squares, sums = append(squares, 0), append(sums, Tally{})
		}
		x, score := &list[i], c.Score().Plain.Mean
		x.Seeds++
		x.Least, x.Greatest = min(x.Least, score), max(x.Greatest, score)
		x.Deviation += score
		squares[i] += score * score
		sums[i].join(&Tally{Games: c.Total.Games, Won: c.Total.Won})
	}
	several := list[:0]
	for i, x := range list {
		if x.Seeds < 2 {
			continue
		}
		n := float64(x.Seeds)
		mean := x.Deviation / n
		x.Deviation = math.Sqrt(max(0, squares[i]/n-mean*mean) * n / (n - 1))
		x.Together = (&Cell{Total: &sums[i]}).Score()
		several = append(several, x)
	}
	return several
}

// Label lists the values of a spread: "setup.rounds=3".
func (x *Spread) Label() string { return (&Cell{Values: x.Values}).ValuesText() }

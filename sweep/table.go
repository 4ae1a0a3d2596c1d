package sweep

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"loophole/balance"
	"loophole/policy"
)

// Score returns the score of the first side in a cell that has games, with draws as half a win.
func (c *Cell) Score() balance.Score {
	return balance.ScoreOf(&policy.Series{Games: c.Total.Games, Won: c.Total.Won})
}

// A Group contains the cells of an entry that have the same policies.
type Group struct {
	Title string
	Cells []*Cell
}

// Groups divides the cells into groups, in the order of the file.
func (r *Result) Groups() []Group {
	var list []Group
	for i := range r.Cells {
		c := &r.Cells[i]
		if i == 0 || c.Entry != r.Cells[i-1].Entry || c.title() != r.Cells[i-1].title() {
			list = append(list, Group{Title: c.title()})
		}
		g := &list[len(list)-1]
		g.Cells = append(g.Cells, c)
	}
	return list
}

// A Number is a number that a cell of games measures: a share of the games, or a mean over them.
type Number struct {
	Name   string
	Share  bool
	Mean   float64
	StdErr float64 // infinite for a mean of one game
}

// Columns lists the names of those numbers of a measure that every cell of a group has.
func (c *Cell) Columns(measure string) []string {
	switch measure {
	case Score:
		return []string{"score of " + c.Sides[0]}
	case Won:
		return []string{"won by " + c.Sides[0], "won by " + c.Sides[1], "drawn"}
	case Lost:
		return []string{"lost by " + c.Sides[0], "lost by " + c.Sides[1]}
	}
	return []string{measure}
}

// Numbers lists the numbers of a measure of a cell that has games.
func (c *Cell) Numbers(measure string) []Number {
	t := c.Total
	share := func(name string, games int) Number {
		p := float64(games) / float64(t.Games)
		return Number{name, true, p, math.Sqrt(p * (1 - p) / float64(t.Games))}
	}
	mean := func(name string, s Sum) Number {
		a := s.Of(t.Games)
		return Number{name, false, a.Mean(), a.StdErr()}
	}
	var list []Number
	names := c.Columns(measure)
	switch measure {
	case Score:
		score, stdErr := c.Score().Plain, math.Inf(1)
		if score.StdErr != nil {
			stdErr = *score.StdErr
		}
		list = append(list, Number{names[0], true, score.Mean, stdErr})
	case Won:
		for i, name := range names {
			list = append(list, share(name, t.Won[i]))
		}
	case Actions:
		list = append(list, mean(measure, *t.Actions))
	case Rounds:
		list = append(list, mean(measure, *t.Rounds))
	case Lost:
		for i, name := range names {
			list = append(list, mean(name, t.Lost[i]))
		}
	case Endings:
		for _, e := range t.Endings {
			list = append(list, share("ended: "+c.Winner(e.Winner)+", "+e.Why, e.Games))
		}
	case Units:
		for _, u := range t.Units {
			name := c.Sides[u.Side] + " " + u.Name
			list = append(list, share("outlived: "+name, u.Lives))
			if u.HasModels() {
				list = append(list, mean("left of "+name, u.Left))
			}
		}
	case LastRound:
		for i, n := range t.LastRounds {
			list = append(list, share(fmt.Sprintf("ended in round %d", i+1), n))
		}
	default:
		for i, name := range c.Metrics {
			if name == measure {
				list = append(list, mean(name, t.Metrics[i]))
			}
		}
	}
	return list
}

// Winner names a winner of an ending.
func (c *Cell) Winner(winner int) string {
	if winner == 2 {
		return "drawn"
	}
	return c.Sides[winner]
}

// Listed reports whether the numbers of a measure differ in kind and count between cells, so that
// they are lists rather than columns of a table.
func Listed(measure string) bool {
	return measure == Endings || measure == Units || measure == LastRound
}

// WriteCSV writes a line for each number of each cell: of a score and of means their standard
// errors too. Cells without games are left out.
func (r *Result) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"ruleset", "subject", "policy 1", "policy 2", "values", "games", "done", "name", "value",
		"standard error", "exact"})
	for i := range r.Cells {
		c := &r.Cells[i]
		head := []string{c.Ruleset, c.Procedure, "", "", c.ValuesText(), "", strconv.FormatBool(c.Done)}
		switch {
		case c.Answer != nil:
			c.writeAnswer(out, head)
		case c.Total != nil:
			head[1], head[2], head[3], head[5] = c.Scenario, c.Policies[0], c.Policies[1], strconv.Itoa(c.Total.Games)
			c.writeGames(out, head)
		}
	}
	out.Flush()
	return out.Error()
}

func (c *Cell) writeAnswer(out *csv.Writer, head []string) {
	line := func(more ...string) { out.Write(append(head[:len(head):len(head)], more...)) }
	for _, list := range [][]Fraction{c.Answer.Events, c.Answer.Measures} {
		for _, x := range list {
			if n, ok := x.Rat(); ok {
				f, _ := n.Float64()
				line(x.Name, digits(f), "0", x.Value)
			}
		}
	}
	if c.Answer.Error != "" {
		line("error", "", "", c.Answer.Error)
	}
}

func (c *Cell) writeGames(out *csv.Writer, head []string) {
	line := func(more ...string) { out.Write(append(head[:len(head):len(head)], more...)) }
	verdict := c.Verdict
	for _, measure := range c.Measures() {
		for _, n := range c.Numbers(measure) {
			stdErr := ""
			if !math.IsInf(n.StdErr, 0) {
				stdErr = digits(n.StdErr)
			}
			line(n.Name, digits(n.Mean), stdErr, "")
		}
		if measure == Score && verdict != "" {
			line("test", "", "", verdict)
			verdict = ""
		}
	}
	if verdict != "" {
		line("test", "", "", verdict)
	}
}

// digits writes a number with nine significant digits.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

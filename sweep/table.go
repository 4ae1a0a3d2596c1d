package sweep

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"loophole/balance"
	"loophole/policy"
)

// Score returns the score of the first side in a cell that has games, with draws as half a win.
func (c *Cell) Score() balance.Score {
	return balance.ScoreOf(&policy.Series{Games: c.Total.Games, Won: c.Total.Won})
}

// A Group is the cells of an entry that have the same policies.
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

// WriteCSV writes a line for each number of each cell: of a score and of means their standard
// errors too. Cells without games are left out.
func (r *Result) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"ruleset", "subject", "policy 1", "policy 2", "values", "games", "done", "name", "value",
		"standard error", "exact"})
	for i := range r.Cells {
		c := &r.Cells[i]
		var values []string
		for _, v := range c.Values {
			values = append(values, v.Path+"="+v.Value)
		}
		head := []string{c.Ruleset, c.Procedure, "", "", strings.Join(values, " "), "", strconv.FormatBool(c.Done)}
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
	line := func(name string, mean, stdErr float64) {
		text := ""
		if !math.IsInf(stdErr, 0) {
			text = digits(stdErr)
		}
		out.Write(append(head[:len(head):len(head)], name, digits(mean), text, ""))
	}
	sum := func(name string, s Sum) { a := s.Of(c.Total.Games); line(name, a.Mean(), a.StdErr()) }
	score, stdErr := c.Score().Plain, math.Inf(1)
	if score.StdErr != nil {
		stdErr = *score.StdErr
	}
	line("score of "+c.Sides[0], score.Mean, stdErr)
	if c.Verdict != "" {
		out.Write(append(head[:len(head):len(head)], "test", "", "", c.Verdict))
	}
	for i, name := range []string{"won by " + c.Sides[0], "won by " + c.Sides[1], "drawn"} {
		share, stdErr := (&policy.Series{Games: c.Total.Games, Won: c.Total.Won}).WinRate(i)
		line(name, share, stdErr)
	}
	sum("actions", c.Total.Actions)
	sum("rounds", c.Total.Rounds)
	sum("lost by "+c.Sides[0], c.Total.Lost[0])
	sum("lost by "+c.Sides[1], c.Total.Lost[1])
	for i, name := range c.Marks {
		sum(name, c.Total.Marks[i])
	}
}

// digits writes a number with nine significant digits.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

package balancepage_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"loophole/balance"
	"loophole/internal/balancepage"
	"loophole/sweep"
)

func score(mean, stdErr float64) balance.Score {
	return balance.Score{Games: 10, Plain: balance.Mean{Mean: mean, StdErr: &stdErr}}
}

// check reads a page as XML, as far as HTML allows it, and looks for texts.
func check(t *testing.T, page string, want ...string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range want {
		if !strings.Contains(page, x) {
			t.Errorf("the page lacks %q", x)
		}
	}
	if bad := regexp.MustCompile(`<script|https?:|url\(|@import|ZgotmplZ|NaN|Inf`).FindString(page); bad != "" {
		t.Errorf("the page contains %q", bad)
	}
}

// TestReport checks what the page of a report says, and that names cannot become markup.
func TestReport(t *testing.T) {
	r := &balance.Report{
		Rulebook: "Book", Scenario: "<script>", Sides: [2]string{"One", "Two"},
		Seed: "7", Games: 10, Policies: [2]string{"random", "cautious"},
		Score: score(0.5, 0.1),
		Matrix: []balance.Row{{Policy: "random", Scores: []balance.Score{score(0.9, 0.05), score(0.1, 0.05)}},
			{Policy: "cautious", Scores: []balance.Score{score(0.7, 0.05), score(0.3, 0.05)}}},
		Endings: []balance.Ending{{Winner: "One", Why: "nobody is left", Share: 0.75}, {Why: "time", Share: 0.25}},
		Units: []balance.Unit{
			{Name: "a & b", Side: "One", Lives: 0.25, Models: 4, Left: 0.5},
			{Name: "tank", Side: "Two", Lives: 1},
		},
		Rounds: []balance.Share{{Round: 1, Share: 1}},
		Decided: balance.Decided{Settled: []balance.Share{{Round: 1, Share: 0.5}, {Round: 2, Share: 0.25}},
			Turned: 0.1},
		Swing: balance.Swing{Game: 1.5, Dice: 1.2, Decisions: 0.7, Actions: []balance.Part{
			{Name: "fire", Gist: "fire at it", Share: 0.8, Times: 3.2, Each: 0.375},
		}},
	}
	var b bytes.Buffer
	if err := balancepage.WriteReport(&b, r); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "&lt;script&gt;", "a &amp; b", `class="number much-more">90.00 % ± 5.00 %`,
		`class="number much-less">10.0 %`, `class="number more">70.0 %`, `class="number less">30.0 %`,
		"<td>drawn</td><td>time</td>", "<title>Round 2: 25.0 "+
			"%</title>", `>2</td><td class="number">25.0 %</td><td class="number">0 %</td>`,
		"150 points in all: dice move it by 120 points, decisions by 70", "<code>fire</code>", "37.5", "10.0 % of "+
			"the games turned")
}

// TestTable checks the pages of tables with one axis and with two.
func TestTable(t *testing.T) {
	x := &balance.Table{
		Rulebook: "Book", Scenario: "s", Sides: [2]string{"One", "Two"}, Seed: "7",
		Policies: [2]string{"random", "random"},
		Axes:     []balance.Axis{{Path: "setup.rounds", Values: []string{"3", "4"}}},
		Cells: []balance.Cell{{Values: []string{"3"}, Score: score(0.4, 0.05), Rounds: balance.Mean{Mean: 2.5}},
			{Values: []string{"4"}, Score: score(0.6, 0.05)}},
	}
	var b bytes.Buffer
	if err := balancepage.WriteTable(&b, x); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "setup.rounds", "<title>3: 40.0 % ± 5.00 %</title>",
		`<path class="path" d="M212.0 140.4L544.0 97.6">`, `class="number even">60.0 %`, "2.5")
	x.Axes = append(x.Axes, balance.Axis{Path: "rulings.a", Values: []string{"yes"}})
	x.Cells[0].Values, x.Cells[1].Values = []string{"3", "yes"}, []string{"4", "yes"}
	b.Reset()
	if err := balancepage.WriteTable(&b, x); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), `setup.rounds \ rulings.a`, `<th scope="row">3</th><td class="number even">40.0 %`)
	if strings.Contains(b.String(), "<svg") || strings.Contains(b.String(), "Luck is measured") {
		t.Error("a grid has a chart, or scores as the games ended are said to be less luck")
	}
}

// TestSweep checks the page of a sweep: a chart for one value, a grid for two, a list where games
// are missing, and fractions.
func TestSweep(t *testing.T) {
	cell := func(entry, won int, values ...sweep.Value) sweep.Cell {
		c := sweep.Cell{Entry: entry, Ruleset: "book", Scenario: "<b>", Policies: []string{"one", "two"},
			Sides: []string{"A", "B"}, Values: values, Games: 10, Shard: 10}
		if won >= 0 {
			c.Done, c.Total = true, &sweep.Tally{Games: 10, Won: [3]int{won, 10 - won, 0}, Rounds: sweep.Sum{35, 200}}
		}
		return c
	}
	x := func(v string) sweep.Value { return sweep.Value{Path: "setup.x", Value: v} }
	y := func(v string) sweep.Value { return sweep.Value{Path: "setup.y", Value: v} }
	r := &sweep.Result{Program: "loophole test", Name: "a & b", Seed: "3", Cells: []sweep.Cell{
		cell(1, 9, x("1")), cell(1, 3, x("2")),
		cell(2, 5, x("1"), y("1")), cell(2, 5, x("1"), y("2")),
		cell(3, 5, x("7")), cell(3, -1, x("8")),
		{Entry: 1, Ruleset: "book", Procedure: "ask", Values: []sweep.Value{}, Done: true, Answer: &sweep.Answer{
			Events: []sweep.Fraction{{Name: "hit", Value: "1/6"}}, Measures: []sweep.Fraction{{Name: "loss", Value: "7/2"}},
		}},
		{Entry: 2, Ruleset: "book", Procedure: "ask", Values: []sweep.Value{}, Done: true,
			Answer: &sweep.Answer{Error: "too large"}},
	}}
	var b bytes.Buffer
	if err := balancepage.WriteSweep(&b, r); err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "a &amp; b", "&lt;b&gt;", "not complete: 1 shard missing", `aria-label="The score for each value"`,
		"1: 90.00 % ± 10.0 %", `setup.x \ setup.y`, "setup.x=8", `<td>hit</td><td class="number">16.7 %</td>`,
		"1/6", "<td>mean of loss</td>", "7/2", "too large")
}

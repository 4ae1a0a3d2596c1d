package balancepage_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
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
			c.Done, c.Total = true, &sweep.Tally{Games: 10, Won: [3]int{won, 10 - won, 0}, Rounds: &sweep.Sum{35, 200}}
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
		"1: 90.00 % ± 10.0 %", `setup.x \ setup.y`, `<th scope="row">8</th><td class="number">0</td>`, `<td>hit</td><td class="number">16.7 %</td>`,
		"1/6", "<td>mean of loss</td>", "7/2", "too large")
}

// questions returns a result with n questions, each with an event and a measure.
func questions(n int) *sweep.Result {
	r := &sweep.Result{Program: "loophole test", Name: "many", Seed: "0"}
	for i := range n {
		r.Cells = append(r.Cells, sweep.Cell{Entry: 1, Ruleset: "book", Procedure: "ask", Done: true,
			Values: []sweep.Value{{Path: "x", Value: fmt.Sprint(i % 10)}, {Path: "y", Value: fmt.Sprint(i / 10)}},
			Answer: &sweep.Answer{
				Events:   []sweep.Fraction{{Name: "hit", Value: fmt.Sprintf("%d/%d", i%97, n+1)}},
				Measures: []sweep.Fraction{{Name: "hit", Value: fmt.Sprintf("%d/7", i)}},
			}})
	}
	return r
}

// TestLongListing checks the page of a thousand questions: the first rows and the extremes are in it as
// HTML, all rows are in it once as data, and its policy allows its script and no other.
func TestLongListing(t *testing.T) {
	r := questions(1000)
	r.Cells[3].Answer = &sweep.Answer{Error: "too </script> large"}
	var b bytes.Buffer
	if err := balancepage.WriteSweep(&b, r); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	scripts := regexp.MustCompile("(?s)<script>(.*?)</script>").FindAllStringSubmatch(page, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256([]byte(scripts[0][1]))
	hash := base64.StdEncoding.EncodeToString(sum[:])
	if !strings.Contains(page, "script-src &#39;sha256-"+hash+"&#39;\"") {
		t.Error("the policy does not allow the script, or allows more")
	}
	if n := strings.Count(page, "<tr>"); n != 1+1+2+50 { // two heads, the extremes of two names, the first rows
		t.Errorf("%d rows", n)
	}
	for _, want := range []string{
		"These are the first 50 of 1 000 rows", "1 000 questions", "loophole sweep merge RESULT --csv",
		`<th scope="row">hit</th><td class="number">0 %</td><td>x=0 y=0</td><td class="number">9.59 % <small>96/1001</small></td><td>x=6 y=9</td>`,
		`<th scope="row">mean of hit</th><td class="number">0.00</td><td>x=0 y=0</td><td class="number">142.7 <small>999/7</small></td><td>x=9 y=99</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if bad := regexp.MustCompile(`https?:|url\(|@import|ZgotmplZ|NaN|Inf`).FindString(page); bad != "" {
		t.Errorf("the page contains %q", bad)
	}
	data := regexp.MustCompile(`(?s)<script type="application/json">(.*?)</script>`).FindStringSubmatch(page)
	var x struct {
		Columns []struct {
			Kind  string
			Cells []string
			Rows  []int
		}
	}
	if data == nil || json.Unmarshal([]byte(data[1]), &x) != nil || len(x.Columns) != 5 {
		t.Fatalf("the data is %.200s", data)
	}
	for i, want := range map[int]string{
		0: "0|0|0 %|0.00|", 3: "3|0|||too </script> large", 999: "9|99|2.90 %\t29/1001|142.7\t999/7|",
	} {
		var row []string
		for _, c := range x.Columns {
			row = append(row, c.Cells[c.Rows[i]])
		}
		if got := strings.Join(row, "|"); got != want {
			t.Errorf("row %d is %q, not %q", i, got, want)
		}
	}
	// The order of different numbers is that of their cells, so that the script can sort by it.
	last := -1.0
	for _, text := range x.Columns[3].Cells {
		if text == "" {
			continue
		}
		n, err := strconv.ParseFloat(strings.Split(text, "\t")[0], 64)
		if err != nil || n < last {
			t.Errorf("%q comes after %v", text, last)
		}
		last = n
	}
}

// TestMeasuredPage checks that a page has what is measured and no more.
func TestMeasuredPage(t *testing.T) {
	c := sweep.Cell{Entry: 1, Ruleset: "book", Scenario: "s", Policies: []string{"one", "two"}, Sides: []string{"A", "B"},
		Measure: []string{"won", "units", "endings", "last-round", "m"}, Metrics: []string{"m"}, Games: 4, Shard: 4, Done: true,
		Total: &sweep.Tally{Games: 4, Won: [3]int{3, 0, 1}, Metrics: []sweep.Sum{{6, 12}}, LastRounds: []int{1, 3},
			Endings: balance.EndingCounts{{Winner: 0, Why: "all dead", Games: 3}, {Winner: 2, Why: "time", Games: 1}},
			Units:   balance.UnitCounts{{Name: "guards", Side: 1, Models: 5, Lives: 1, Left: [2]int{4, 16}}}},
	}
	r := &sweep.Result{Program: "p", Name: "n", Seed: "0, 1", Cells: []sweep.Cell{c}}
	for i, won := range [][3]int{{3, 0, 1}, {1, 3, 0}} {
		x := c
		x.Entry, x.Measure, x.Metrics = 2, []string{"score"}, nil
		x.Values = []sweep.Value{{Path: "seed", Value: fmt.Sprint(i)}}
		x.Total = &sweep.Tally{Games: 4, Won: won}
		r.Cells = append(r.Cells, x)
	}
	var b bytes.Buffer
	if err := balancepage.WriteSweep(&b, r); err != nil {
		t.Fatal(err)
	}
	// m: the mean is 3/2, and the variance (12 − 9) / 3 = 1, so that its error is 1/2.
	check(t, b.String(), "Won by A", "75.0 % ± 21.7 %", "Drawn", `<td class="number">1.50 ± 0.50</td>`, "<td>A</td><td>all dead</td>",
		"<td>drawn</td><td>time</td>", "<td>guards</td><td>B</td>", `<td class="number">5</td><td class="number">1.0</td>`,
		"In which round games end", `<td class="number">2</td><td class="number share" style="--share:75.00%">75.0 %</td>`,
		"Scores of the seeds", `aria-label="The score for each value"`, ">56.2 % ± 17.5 %</td>")
	first, _, _ := strings.Cut(b.String(), "Scores of the seeds")
	if first, _, _ = strings.Cut(first, "Score of A"); strings.Contains(first, "Rounds") || strings.Contains(first, "Score") {
		t.Error("the page has what is not measured")
	}
}

// TestListingScript opens a long page in a browser, and checks what its script shows.
func TestListingScript(t *testing.T) {
	if os.Getenv("LOOPHOLE_BROWSER") == "" {
		t.Skip("it needs chromium: set LOOPHOLE_BROWSER=1")
	}
	browser, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		if browser, err = exec.LookPath("chromium"); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "long.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(balancepage.WriteSweep(f, questions(1000)), f.Close()); err != nil {
		t.Fatal(err)
	}
	page, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(page), "<tr>"); n != 1+1+2+100 { // two heads, the extremes of two names, a page
		t.Errorf("%d rows", n)
	}
	for _, want := range []string{
		"<output>1 to 100 of 1000</output>", `<option value="99">99</option>`, `<button>hit</button>`,
		`<td class="number share" style="--share: 9.59%;">9.59 % <small>96/1001</small></td>`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

package server

import (
	"errors"
	"math"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"loophole/internal/wire"
)

// chanceOf returns the chance of an event from the odds of a question.
func (c *client) chanceOf(procedure, question, event string) wire.Chance {
	c.t.Helper()
	var a wire.Answer
	c.want(http.StatusOK, &a, "GET", "/rulesets/"+strings.Replace(procedure, "/", "/procedures/", 1)+"/odds?"+question, nil)
	for _, e := range a.Events {
		if e.Name == event {
			return e
		}
	}
	c.t.Fatalf("%s has no event %s", procedure, event)
	return wire.Chance{}
}

// TestCompare compares questions of several procedures and rulebooks. Each has the chances of its
// own answer, and the differences are exact.
func TestCompare(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	asks := []struct{ procedure, question, event string }{
		{"konflikt47/direct-he", "set=weapon%3Dmedium-howitzer&set=floors%3D8", "unit-destroyed"},
		{"konflikt47/assault", "set=attackers%3D10&set=defenders%3D8", "attackers-hold"},
		{"tideofiron/attack", "example=worked&ruling=halving%3Dbefore", "destroyed"},
		{"tideofiron/attack", "example=worked&floats=true", "destroyed"},
	}
	q := url.Values{}
	for _, a := range asks {
		q.Add("ask", a.procedure+"?"+a.question+"&aim="+a.event+"&label="+url.QueryEscape("by "+a.procedure))
	}
	var x Comparison
	c.want(http.StatusOK, &x, "GET", "/compare?"+q.Encode(), nil)
	aim := x.Rows[0]
	if aim.Role != "aim" || len(aim.Cells) != len(asks) || len(x.Questions) != len(asks) {
		t.Fatalf("%+v", aim)
	}
	first := c.chanceOf(asks[0].procedure, asks[0].question, asks[0].event)
	for i, a := range asks {
		want, cell := c.chanceOf(a.procedure, a.question, a.event), aim.Cells[i]
		if cell.P != want.P || cell.Float != want.Float || cell.Name != a.event {
			t.Errorf("%s: %+v; want %+v", a.procedure, cell, want)
		}
		switch {
		case i == 0:
			if cell.More != nil {
				t.Errorf("the first differs from itself: %+v", cell.More)
			}
		case cell.P == "":
			if math.Abs(cell.More.Float-(want.Float-first.Float)) > 1e-12 || cell.More.P != "" {
				t.Errorf("%s: %+v", a.procedure, cell.More)
			}
		default:
			d, _ := new(big.Rat).SetString(want.P)
			f, _ := new(big.Rat).SetString(first.P)
			if d.Sub(d, f); cell.More.P != d.String() {
				t.Errorf("%s: the difference is %s; want %s", a.procedure, cell.More.P, d)
			}
		}
	}
	// 2412292021/14693280768 is a sixth to half a percent, 0.7306 is less than three
	// quarters by two points, and 90324443/1162261467 is a thirteenth.
	for _, want := range []string{"is destroyed one time in six", "end on the assaulted floor nearly three times in four; on average they have 1.2 left and you 4.4.", "hex is destroyed one time in thirteen"} {
		if !strings.Contains(x.Verdict, want) {
			t.Errorf("the verdict is %q; want %q in it", x.Verdict, want)
		}
	}
}

// TestCostsInDigits: a mean that is not 0 is never shown as 0, and means that differ by a hundredth differ.
func TestCostsInDigits(t *testing.T) {
	for _, test := range []struct {
		means []float64
		want  string
	}{
		{[]float64{1.2345}, "1.2"},
		{[]float64{0.0312}, "0.03"},
		{[]float64{0.0004}, "less than 0.01"},
		{[]float64{0}, "0"},
		{[]float64{1.21, 1.24}, "1.21"},
		{[]float64{1.21, 1.215}, "1.2"},
		{[]float64{1.21, 2.21}, "1.2"},
	} {
		r := &Beside{}
		for _, x := range test.means {
			r.Cells = append(r.Cells, Cell{Name: "losses", Float: x})
		}
		if got := r.mean(0); got != test.want {
			t.Errorf("%v is shown as %s; want %s", test.means, got, test.want)
		}
	}
}

// TestComparedFlags: the flags of a compared question are read as those of other questions.
func TestComparedFlags(t *testing.T) {
	for text, want := range map[string]bool{"true": true, "1": true, "T": true, "false": false, "0": false, "": false} {
		q, err := readComparedQuestion("tideofiron/attack?floats=" + text + "&strict=" + text)
		if err != nil || q.in.Floats != want || q.in.Strict != want {
			t.Errorf("%q: %+v %v", text, q, err)
		}
	}
	_, err := readComparedQuestion("tideofiron/attack?floats=yes")
	var p *Problem
	if !errors.As(err, &p) || p.Errors[0].Location != "query.ask" || !strings.Contains(p.Detail, `floats must be true or false, not "yes"`) {
		t.Errorf("%+v", err)
	}
	_, err = readComparedQuestion("tideofiron/attack?aim=hit&aim=weakened")
	if !errors.As(err, &p) || p.Errors[0].Location != "query.ask" || !strings.Contains(p.Detail, "aim is given twice, as hit and as weakened") {
		t.Errorf("%+v", err)
	}
	if q, err := readComparedQuestion("tideofiron/attack?aim=hit&aim=hit"); err != nil || q.Aim != "hit" {
		t.Errorf("the same twice: %+v %v", q, err)
	}
}

// TestNotCompared: an invalid comparison returns the problem of the question.
func TestNotCompared(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	const good = "ask=tideofiron%2Fattack%3Fexample%3Dworked&"
	for bad, want := range map[string]int{
		"ask=tideofiron%2Fattack%3Fset%3Dlevel%3D9":                 http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3Faim%3Dfelled":                    http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3Ftrials%3D5":                      http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3F%25zz":                           http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3Fexample%3Dworked%26floats%3Dyes": http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3Fexample%3Dworked%26strict%3Don":  http.StatusUnprocessableEntity,
		"ask=nothing%2Fattack":                                      http.StatusNotFound,
		"ask=tideofiron":                                            http.StatusNotFound,
		"ask=a&ask=b&ask=c&ask=d":                                   http.StatusUnprocessableEntity,
		"":                                                          http.StatusUnprocessableEntity,
		"ask=tideofiron%2Fattack%3F" + strings.Repeat("set%3Da%3D1%26", 400): http.StatusUnprocessableEntity,
	} {
		c.want(want, &Problem{}, "GET", "/compare?"+good+bad, nil)
	}
	small := &client{t: t, s: served(t, Options{OddsBudget: 10})}
	small.want(http.StatusUnprocessableEntity, &Problem{}, "GET", "/compare?"+good+"ask=konflikt47%2Fassault", nil)
	small.want(http.StatusUnprocessableEntity, &Problem{}, "GET", "/rulesets/konflikt47/procedures/assault/changes", nil)
}

// TestChanges: each change is the question with one more setting and has the chance of its odds.
// The largest effect comes first.
func TestChanges(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	var x Changes
	const attack, worked = "tideofiron/attack", "example=worked"
	c.want(http.StatusOK, &x, "GET", "/rulesets/tideofiron/procedures/attack/changes?"+worked+"&event=destroyed", nil)
	if usual := c.chanceOf(attack, worked, "destroyed"); x.P != usual.P || x.Event != "destroyed" || len(x.Changes) < 10 || x.Nothing == 0 {
		t.Fatalf("%+v; want the chance %+v and ten changes", x, usual)
	}
	kinds := map[string]int{}
	for i, y := range x.Changes {
		kinds[y.Kind]++
		name := map[string]string{"situation": "set", "ruling": "ruling"}[y.Kind]
		if want := c.chanceOf(attack, worked+"&"+name+"="+url.QueryEscape(y.Set), "destroyed"); y.P != want.P {
			t.Errorf("%s: %s; want %s", y.Set, y.P, want.P)
		}
		if y.More.Float == 0 || i > 0 && math.Abs(y.More.Float) > math.Abs(x.Changes[i-1].More.Float)+1e-12 {
			t.Errorf("change %d is by %v", i, y.More.Float)
		}
		if y.Title == "" || y.Was == y.Is {
			t.Errorf("%+v says nothing", y)
		}
	}
	if kinds["situation"] == 0 || kinds["ruling"] == 0 {
		t.Errorf("changed are %v", kinds)
	}
}

// TestBenchFromAnAction: the odds page gets the question of an action and gives the same chance
// that the building falls.
func TestBenchFromAnAction(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, row())
	c := p.seats[0]
	var tags Tags
	c.want(http.StatusOK, &tags, "GET", p.path+"/tags?piece=sig-33b", nil)
	asked, moved := 0, 0
	for _, tag := range tags.Tags {
		var x Chances
		c.want(http.StatusOK, &x, "GET", p.path+"/odds"+query("action", tag.Line), nil)
		if x.Bench == "" {
			if tag.Zones != nil {
				t.Errorf("%s has odds, and nothing that the bench could be asked", tag.Line)
			}
			moved++
			continue
		}
		u, err := url.Parse(x.Bench)
		if err != nil || u.Path != "/odds" {
			t.Fatal(x.Bench, err)
		}
		q := u.Query()
		path := q.Get("ruleset") + "/" + q.Get("procedure")
		for _, k := range []string{"ruleset", "procedure", "example"} {
			q.Del(k)
		}
		falls := c.chanceOf(path, q.Encode(), "destroyed")
		for _, e := range x.Events {
			if e.Name == "building-destroyed" && e.P != falls.P {
				t.Errorf("%s: the building falls with %s, on the bench with %s", tag.Line, e.P, falls.P)
			}
		}
		asked++
	}
	if asked < 2 || moved == 0 {
		t.Errorf("%d of the tags ask the bench, %d do not", asked, moved)
	}
}

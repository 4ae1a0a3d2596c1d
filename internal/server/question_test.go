package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"loophole/internal/wire"
)

const attack = "/api/v1/rulesets/tideofiron/procedures/attack/odds?example=worked"

// located lists the locations in a problem.
func located(p Problem) (list []string) {
	for _, e := range p.Errors {
		list = append(list, e.Location)
	}
	return list
}

// TestBadSettingsAreLocated: a problem lists every invalid setting at once, with its location in
// the address.
func TestBadSettingsAreLocated(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	for query, want := range map[string][]string{
		"set=level=9&set=lead=nobody":                            {"query.set.level", "query.set.lead"},
		"house=facts.range.close=31&set=nothing=1":               {"query.house.facts.range.close", "query.set.nothing"},
		"house=tables.units.sig-33b.dice=2&house=x=1&house=x.y=": {"query.house.tables.units.sig-33b.dice", "query.house.x", "query.house.x.y"},
		"ruling=halving=never":                                   {"query.ruling.halving"},
		"set=level":                                              {"query.set"},
		"set=level=1&set=level=2":                                {"query.set.level"},
		"set=level=1&set=level=1&set=support=panzer-iii&set=support.2.distance=3": {"query.set.support.2.distance"},
		"ruling=halving=before&house=rulings.halving=after":                       {"query.ruling.halving"},
		"trials=5&trials=6":        {"query.trials"},
		"strict=true&strict=false": {"query.strict"},
		"ruling=halving":           {"query.ruling"},
		"house=x":                  {"query.house"},
		"event=destryed":           {"query.event"},
		"from=turn=1":              {"query.from"},
		"trials=5&from=turn=1":     {"query.from"},
		"trials=5&rounds=1":        {"query.rounds"},
	} {
		var p Problem
		c.want(http.StatusUnprocessableEntity, &p, "GET", attack+"&"+escaped(query), nil)
		if got := located(p); !slices.Equal(got, want) {
			t.Errorf("%s: the places are %q; want %q", query, got, want)
		}
		for _, e := range p.Errors {
			if !strings.Contains(p.Detail, e.Message) {
				t.Errorf("%s: %q is not in %q", query, e.Message, p.Detail)
			}
		}
	}
}

// escaped returns the values of a query in URL form.
func escaped(query string) string {
	var out []string
	for _, w := range strings.Split(query, "&") {
		name, value, _ := strings.Cut(w, "=")
		out = append(out, name+"="+url.QueryEscape(value))
	}
	return strings.Join(out, "&")
}

// TestStrictTellsAllThatItLacks: a strict question lists all values that it lacks, and gets an
// answer with them.
func TestStrictTellsAllThatItLacks(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	var p Problem
	c.want(http.StatusUnprocessableEntity, &p, "GET", attack+"&strict=true", nil)
	if len(p.Errors) < 3 {
		t.Fatalf("it lacks %q", located(p))
	}
	var given strings.Builder
	for _, e := range p.Errors {
		given.WriteString("&house=" + url.QueryEscape(strings.TrimPrefix(e.Location, "query.house.")+"="+fmt.Sprint(e.Value)))
	}
	var a wire.Answer
	c.want(http.StatusOK, &a, "GET", attack+"&strict=true"+given.String(), nil)
	if len(a.Assumes) > 0 || a.Events[0].P != "90324443/1162261467" {
		t.Errorf("%v, and it assumes %v", a.Events[0], a.Assumes)
	}
}

// TestValuesOfAnswer: the answer lists the values that influence it, with their printed values. A
// house rule is marked and changes the answer.
func TestValuesOfAnswer(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	const defence = "facts.defence.block"
	find := func(query string) (wire.HouseValue, string) {
		var a wire.Answer
		c.want(http.StatusOK, &a, "GET", attack+query, nil)
		i := slices.IndexFunc(a.Values, func(v wire.HouseValue) bool { return v.Name == defence })
		if i < 0 {
			t.Fatalf("%s is not among %v", defence, a.Values)
		}
		return a.Values[i], a.Events[0].P
	}
	printed, before := find("")
	set, after := find("&house=" + defence + "%3D3")
	if printed.Value != printed.Printed || printed.Given || printed.Printed == 3 || printed.Low > 3 || printed.High < 3 {
		t.Errorf("as the book has it: %+v", printed)
	}
	if set.Value != 3 || !set.Given || set.Printed != printed.Printed || before == after {
		t.Errorf("as it was set: %+v; the chance was %s and is %s", set, before, after)
	}
}

package game

import (
	"slices"
	"testing"
)

// TestListing lists arguments value by value: a unit, an optional number with a filter, and a set.
func TestListing(t *testing.T) {
	type field struct{}
	type place struct{ allowed int16 }
	units := Domain[field]{Name: "unit", Names: func(*field) []string { return []string{"a", "b", "c"} }}
	number := Domain[field]{Name: "number", Low: 2, High: 4}
	list := func(v *ActionType[field, place], ranges [][2]int16, p *place) []Args {
		l := lister[field, place]{verb: v, p: p, ranges: ranges, out: []Args{{9}}}
		l.list(0)
		return l.out
	}
	v := &ActionType[field, place]{
		Args: []Param[field]{{Kind: &units}, {Kind: &number, Word: "by", Optional: true}},
		Filters: []Filter[field, place]{
			func(_ *field, p *place, a *Args) bool { return p.allowed>>a[0]&1 == 1 },
			func(_ *field, _ *place, a *Args) bool { return a[1] != 3 },
		},
	}
	names := [][]domainNames{{{kind: "unit", names: []string{"a", "b", "c"}}, {kind: "number", low: 2, high: 4}}}
	ranges := rangesOf(names)[0]
	if !slices.Equal(ranges, [][2]int16{{0, 2}, {2, 4}}) {
		t.Fatalf("the ranges are %v", ranges)
	}
	want := []Args{{9}, {0, None}, {0, 2}, {0, 4}, {2, None}, {2, 2}, {2, 4}}
	if got := list(v, ranges, &place{0b101}); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	// Sets of b and c: of one, of the other and of both, and none where the set is optional.
	s := &ActionType[field, place]{Args: []Param[field]{{Kind: &units, Set: true}}, Members: func(*field, *place, *Args) int16 { return 0b110 }}
	if got := list(s, [][2]int16{{0, 2}}, &place{}); !slices.Equal(got, []Args{{9}, {0b010}, {0b100}, {0b110}}) {
		t.Errorf("sets: %v", got)
	}
	s.Args[0].Optional = true
	if got := list(s, [][2]int16{{0, 2}}, &place{}); !slices.Equal(got, []Args{{9}, {0}, {0b010}, {0b100}, {0b110}}) {
		t.Errorf("optional sets: %v", got)
	}
}

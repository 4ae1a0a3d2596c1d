package notation

import (
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
)

// A faceReader is one sequence of faces. A twin asks it for face after face, and chanceOf plays the twin with
// every sequence. It shares no code with the package that it checks.
type faceReader struct {
	at, of []int
	depth  int
}

// pick takes one of the faces.
func (f *faceReader) pick(faces ...int) int {
	if f.depth == len(f.at) {
		f.at, f.of = append(f.at, 0), append(f.of, len(faces))
	}
	f.depth++
	return faces[f.at[f.depth-1]]
}

// d rolls a die with sides from 1.
func (f *faceReader) d(sides int) int {
	if f.depth == len(f.at) {
		f.at, f.of = append(f.at, 0), append(f.of, sides)
	}
	f.depth++
	return f.at[f.depth-1] + 1
}

// many rolls n dice and returns them, the lowest first.
func (f *faceReader) many(n int, roll func() int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = roll()
	}
	slices.Sort(v)
	return v
}

// chanceOf returns the chance that a twin returns true.
func chanceOf(play func(f *faceReader) bool) *big.Rat {
	f, ways := &faceReader{}, map[int64]int64{} // the plays that hold, by how many faces there were
	for {
		f.depth = 0
		holds := play(f)
		weight := int64(1)
		for _, n := range f.of[:f.depth] {
			weight *= int64(n)
		}
		if holds {
			ways[weight]++
		}
		last := f.depth - 1
		for last >= 0 && f.at[last] == f.of[last]-1 {
			last--
		}
		if last < 0 {
			break
		}
		f.at[last]++
		f.at, f.of = f.at[:last+1], f.of[:last+1]
	}
	sum := new(big.Rat)
	for weight, n := range ways {
		sum.Add(sum, big.NewRat(n, weight))
	}
	return sum
}

func add(list []int) (sum int) {
	for _, v := range list {
		sum += v
	}
	return sum
}

func (f *faceReader) d6() int  { return f.d(6) }
func (f *faceReader) d10() int { return f.d(10) }

// best is 4d6kh3.
func (f *faceReader) best() int { return add(f.many(4, f.d6)[1:]) }

// cortex rolls a die of Cortex: a 1 counts as 0.
func (f *faceReader) cortex(sides int) int {
	if v := f.d(sides); v > 1 {
		return v
	}
	return 0
}

// blast rolls a die that explodes on its highest face, at most so many times, and returns the sum.
func (f *faceReader) blast(sides, most int) int {
	sum := 0
	for {
		v := f.d(sides)
		if sum += v; v < sides || most == 0 {
			return sum
		}
		most--
	}
}

// duel returns 1 if x is higher, -1 if y is, and tied if they are equal.
func duel(x, y, tied int) int {
	switch {
	case x > y:
		return 1
	case x < y:
		return -1
	}
	return tied
}

// meteor returns 2d6 of damage, halved by a successful save.
func (f *faceReader) meteor(less int) int {
	damage := f.d6() + f.d6()
	if 1+f.d(20)-less >= 15 {
		damage /= 2
	}
	return damage
}

// beaten returns how many of two challenge dice an action die beats. Those below the momentum count as
// beaten.
func (f *faceReader) beaten(momentum int) (n int) {
	a := min(f.d6()+1, 10)
	for range 2 {
		if c := f.d10(); a > c || c < momentum {
			n++
		}
	}
	return n
}

// largest returns the size of the largest set of equal faces.
func largest(dice []int) (most int) {
	have := map[int]int{}
	for _, v := range dice {
		have[v]++
		most = max(most, have[v])
	}
	return most
}

// run returns the length of the longest run.
func run(dice []int) (most int) {
	for _, from := range dice {
		n := 1
		for slices.Contains(dice, from+n) {
			n++
		}
		most = max(most, n)
	}
	return most
}

func pairs(dice []int) (n int) {
	have := map[int]int{}
	for _, v := range dice {
		if have[v]++; have[v]%2 == 0 {
			n++
		}
	}
	return n
}

// An icepoolRow is a published example of icepool: the expression, its fraction, and a twin for chanceOf. If
// there are too many faces for the twin, small is the expression with fewer dice, and the fraction was
// compared with the answer of icepool 2.2.2.
type icepoolRow struct {
	text, want, small string
	twin              func(f *faceReader) bool
}

var icepoolRows = []icepoolRow{
	{"3d6 = 10", "1/8", "", func(f *faceReader) bool { return f.d6()+f.d6()+f.d6() == 10 }},
	{"4d6kh3 >= 16", "169/1296", "", func(f *faceReader) bool { return f.best() >= 16 }},
	{"3d6dl1dh1 = 6", "2/27", "", func(f *faceReader) bool { return f.many(3, f.d6)[1] == 6 }},
	{"4d6kl1 = 1", "671/1296", "", func(f *faceReader) bool { return f.many(4, f.d6)[0] == 1 }},
	{"d{1..5, 6:3} = 6", "3/8", "", func(f *faceReader) bool { return f.pick(1, 2, 3, 4, 5, 6, 6, 6) == 6 }},
	{"d{a, b, c} =a = 1", "1/3", "", func(f *faceReader) bool { return f.pick('a', 'b', 'c') == 'a' }},
	{"d6 = d6", "1/6", "", func(f *faceReader) bool { v := f.many(2, f.d6); return v[0] == v[1] }},
	{"d6r1..2 = 6", "1/4", "", func(f *faceReader) bool { return f.pick(3, 4, 5, 6) == 6 }},
	{"d6ro1..2 = 6", "2/9", "", func(f *faceReader) bool {
		v := f.d6()
		return v == 6 || v <= 2 && f.d6() == 6
	}},
	{"d6!!x2 >= 12", "1/36", "", func(f *faceReader) bool { return f.blast(6, 2) >= 12 }},
	{"d6!x3 4+ >= 2", "1/12", "", func(f *faceReader) bool {
		for n, v := 0, 6; ; n++ {
			if v = f.d6(); v < 6 || n == 3 {
				if v >= 4 {
					n++
				}
				return n >= 2
			}
		}
	}},
	{"pool(2d4, 2d6) >= 15", "29/144", "", func(f *faceReader) bool { return f.d(4)+f.d(4)+f.d6()+f.d6() >= 15 }},
	{"distinct(3d6) = 2", "5/12", "", func(f *faceReader) bool { return len(slices.Compact(f.many(3, f.d6))) == 2 }},
	{"straight(6d6) >= 5", "5/54", "", func(f *faceReader) bool { return run(f.many(6, f.d6)) >= 5 }},
	{"4d6 =6 >= 2", "19/144", "", func(f *faceReader) bool { return f.many(4, f.d6)[2] == 6 }},
	{"largest(5d6) >= 3", "23/108", "", func(f *faceReader) bool { return largest(f.many(5, f.d6)) >= 3 }},
	{"largest(pool(3d12, 2d10, d8)) = 3", "4997/43200", "", func(f *faceReader) bool {
		v := []int{f.d(8), f.d10(), f.d10(), f.d(12), f.d(12), f.d(12)}
		return largest(v) == 3
	}},
	{"pairs(10d10) = 3", "191583/390625", "pairs(5d10) = 1", func(f *faceReader) bool { return pairs(f.many(5, f.d10)) == 1 }},
	{"3d{0, 2..6}kh2 = 9", "1/6", "", func(f *faceReader) bool { return add(f.many(3, func() int { return f.cortex(6) })[1:]) == 9 }},
	{"pool(d{0, 2..12}, d{0, 2..10}, 2d{0, 2..8}, d{0, 2..6})dh1kh3 >= 15", "2659/5760", "", func(f *faceReader) bool {
		v := []int{f.cortex(12), f.cortex(10), f.cortex(8), f.cortex(8), f.cortex(6)}
		slices.Sort(v)
		return add(v[1:4]) >= 15
	}},
	{"6d10!!x4kh3 >= 30", "3867203/12500000", "4d5!!x2kh2 >= 9", func(f *faceReader) bool {
		return add(f.many(4, func() int { return f.blast(5, 2) })[2:]) >= 9
	}},
	{"10d(d10!!x9)ro1kh5 >= 60", "122313151976392301671105868399/1000000000000000000000000000000", "3d(d4!!x2)ro1kh2 >= 9", func(f *faceReader) bool {
		return add(f.many(3, func() int {
			v := f.blast(4, 2)
			if v == 1 {
				v = f.blast(4, 2)
			}
			return v
		})[1:]) >= 9
	}},
	{"6d(4d6kh3) >= 78", "113537065720382933/394865111526801408", "2d(3d4kh2) >= 14", func(f *faceReader) bool {
		return add(f.many(3, func() int { return f.d(4) })[1:])+add(f.many(3, func() int { return f.d(4) })[1:]) >= 14
	}},
	{"12d(3d6)kh6 >= 78", "93232873806837389242933543/214883849968552823878582272", "4d(2d6)kh2 >= 18", func(f *faceReader) bool {
		return add(f.many(4, func() int { return f.d6() + f.d6() })[2:]) >= 18
	}},
	{"6d(4d6kh3) >= 6d(4d6kh3)", "1946442714986324825819902297859276029/3742042951225759540014535187298779136", "4d6kh3 >= 4d6kh3", func(f *faceReader) bool {
		mine := f.best()
		return mine >= f.best()
	}},
	{"17d20 15+ >= 10", "126927247222773/10000000000000000", "4d20 15+ >= 2", func(f *faceReader) bool { return f.many(4, func() int { return f.d(20) })[2] >= 15 }},
	{"draw(2, {1..13:4, 14:2}) = 15", "104/1431", "", func(f *faceReader) bool {
		var deck []int
		for v := range 13 {
			deck = append(deck, v+1, v+1, v+1, v+1)
		}
		deck = append(deck, 14, 14)
		place := make([]int, len(deck))
		for i := range place {
			place[i] = i
		}
		i := f.pick(place...)
		return deck[i]+f.pick(slices.Delete(slices.Clone(deck), i, i+1)...) == 15
	}},
	{"5d(max(-1, min(1, d6 - d6))) = 0", "3461/20736", "3d(max(-1, min(1, d6 - d6))) = 0", func(f *faceReader) bool {
		return duel(f.d6(), f.d6(), 0)+duel(f.d6(), f.d6(), 0)+duel(f.d6(), f.d6(), 0) == 0
	}},
	{"5d(if(d6 >= d6, 1, -1)) > 0", "27097/41472", "3d(if(d6 >= d6, 1, -1)) > 0", func(f *faceReader) bool {
		return duel(f.d6(), f.d6(), 1)+duel(f.d6(), f.d6(), 1)+duel(f.d6(), f.d6(), 1) > 0
	}},
	{"2d(if(d6 >= d6, 1, -1)) + 2d(if(d6 >= d8, 1, -1)) + d(if(d6 >= d10, 1, -1)) > 0", "169099/368640",
		"d(if(d6 >= d6, 1, -1)) + d(if(d6 >= d8, 1, -1)) + d(if(d6 >= d10, 1, -1)) > 0", func(f *faceReader) bool {
			return duel(f.d6(), f.d6(), 1)+duel(f.d6(), f.d(8), 1)+duel(f.d6(), f.d10(), 1) > 0
		}},
	{"4d(max(-1, min(1, d6 - d6)))r0 = 0", "3/8", "", func(f *faceReader) bool {
		return f.pick(-1, 1)+f.pick(-1, 1)+f.pick(-1, 1)+f.pick(-1, 1) == 0
	}},
	{"if(1 + d20 < 15, 2d6 + if(1 + d20 - d4 >= 15, 2d6 / 2, 2d6), if(1 + d20 >= 15, 2d6 / 2, 2d6)) + if(1 + d20 >= 15, 2d6 / 2, 2d6) >= 20", "72569731/248832000",
		"if(1 + d20 < 15, 2d6 + if(1 + d20 - d4 >= 15, 2d6 / 2, 2d6), if(1 + d20 >= 15, 2d6 / 2, 2d6)) >= 13", func(f *faceReader) bool {
			if 1+f.d(20) >= 15 {
				return f.meteor(0) >= 13
			}
			return f.d6()+f.d6()+f.meteor(f.d(4)) >= 13
		}},
	{"a := d6 + 1; if(a > d10, 1, 0) + if(a > d10, 1, 0) = 1", "119/300", "", func(f *faceReader) bool { return f.beaten(0) == 1 }},
	{"a := d6 + 1; if(a > d{0:4, 5..10}, 1, 0) + if(a > d{0:4, 5..10}, 1, 0) = 1", "29/60", "", func(f *faceReader) bool { return f.beaten(5) == 1 }},
}

func TestIcepool(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, r := range icepoolRows {
		got, err := asked(t, r.text).P()
		if err != nil || got.RatString() != r.want {
			t.Errorf("%s: %v %v; icepool says %s", r.text, got, err, r.want)
		}
		if r.small != "" {
			got, err = asked(t, r.small).P()
		} else {
			r.small = r.text
		}
		if want := chanceOf(r.twin); err != nil || got.Cmp(want) != 0 {
			t.Errorf("%s: %v %v; going through all faces gives %v", r.small, got, err, want)
		}
	}
}

// TestIcepoolPage: for each example, the page shows what these tests say, and nothing else.
func TestIcepoolPage(t *testing.T) {
	text, err := os.ReadFile("../docs/icepool.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## In the notation\n")
	table, _, _ = strings.Cut(table, "\n## ")
	seen := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) == 4 && strings.Contains(cells[2], "`") {
			seen[strings.Trim(cells[2], " `")] = cells[3]
		}
	}
	if len(seen) != len(icepoolRows) {
		t.Errorf("the page has %d examples, the tests %d", len(seen), len(icepoolRows))
	}
	for _, r := range icepoolRows {
		if seen[r.text] != r.want {
			t.Errorf("%s: %s; the page says %q", r.text, r.want, seen[r.text])
		}
	}
}

package rule

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestDrawnIsNumbered: the results of a draw have the numbers from 0 without a gap, and each number
// leads back to its result.
func TestDrawnIsNumbered(t *testing.T) {
	for _, c := range []struct{ n, faces int }{{1, 1}, {1, 7}, {4, 1}, {3, 6}, {5, 4}, {6, 3}, {2, 20}, {40, 2}} {
		p := DrawPool(c.n, AnyDie(c.faces))
		all, ok := multisets(c.n, c.faces)
		seen := make([]bool, all)
		var fall func(faces []uint8)
		fall = func(faces []uint8) {
			if len(faces) < c.n {
				for f := 1; f <= c.faces; f++ {
					if len(faces) == 0 || f >= int(faces[len(faces)-1]) {
						fall(append(faces, uint8(f)))
					}
				}
				return
			}
			v := p.Evaluate(faces)
			if v < 0 || v >= len(seen) || seen[v] {
				t.Fatalf("%v: %v is number %d of %d, or was there", p, faces, v, all)
			}
			seen[v] = true
			d := p.Drawn(v)
			var back []uint8
			for f, many := range d.All() {
				back = append(back, slices.Repeat([]uint8{uint8(f)}, many)...)
				if d.Of(f) != many {
					t.Errorf("%v: %v has %d of %d", p, faces, d.Of(f), f)
				}
			}
			if slices.Reverse(back); !slices.Equal(back, faces) {
				t.Fatalf("%v: %v is number %d, which is %v", p, faces, v, back)
			}
		}
		if fall(nil); !ok || slices.Contains(seen, false) {
			t.Errorf("%v: a number of %d has no result", p, all)
		}
	}
}

func TestDrawnReads(t *testing.T) {
	d := DrawPool(6, AnyDie(8)).Drawn(DrawPool(6, AnyDie(8)).Evaluate([]uint8{3, 8, 4, 5, 8, 8}))
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"N", d.N(), 6}, {"Face", d.Face(), 8}, {"Sum", d.Sum(), 36}, {"Highest 4", d.Highest(4), 29}, {"Highest 0", d.Highest(0), 0},
		{"Largest", d.Largest(), 3}, {"Distinct", d.Distinct(), 4}, {"Run", d.Run(), 3}, {"Of 8", d.Of(8), 3}, {"Of 7", d.Of(7), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d, want %d", c.what, c.got, c.want)
		}
	}
	if got := d.Faces(); !slices.Equal(got, []int{8, 8, 8, 5, 4, 3}) {
		t.Error(got)
	}
	var none Drawn
	if none.N() != 0 || none.Face() != 0 || none.Largest() != 0 || none.Run() != 0 || none.Sum() != 0 || none.Of(1) != 0 {
		t.Error("a draw of no dice has faces")
	}
}

func TestBags(t *testing.T) {
	orders := BagOf(5, 4).Named("axis", "allies")
	if orders != BagOf(5, 4).Named("axis", "allies") || orders == BagOf(5, 4) || orders.Without(1, 2) != BagOf(3, 4).Named("axis", "allies") {
		t.Error("equal bags differ, or different bags are equal")
	}
	if orders.Face("allies") != 2 || orders.Name(2) != "allies" || orders.Size() != 9 || orders.Count(3) != 0 || orders.WithReplacement() {
		t.Error("a bag has lost its contents")
	}
	func() {
		defer func() {
			if said := fmt.Sprint(recover()); said != `rule: no face of the bag is called "alies"; did you mean allies, axis?` {
				t.Errorf("a misspelt face: %s", said)
			}
		}()
		orders.Face("alies")
	}()
	for p, want := range map[Pool]string{
		DrawPool(2, orders):                                 "2D2 draw axis:5/allies:4",
		DrawPool(10, AnyDie(10)):                            "10D10 faces",
		DrawPool(1, AnyDie(7)):                              "D7 faces",
		DrawPool(3, WeightedDie(4, 2).Named("miss", "hit")): "3D2 faces miss:4/hit:2",
		DrawPool(1, AnyDie(2).Named("heads", "tails")):      "D2 faces heads:1/tails:1",
		DrawPool(5, BagOf(slices.Repeat([]int{4}, 13)...)):  "5D13 draw 4/4/4/4/4/4/4/4/4/4/4/4/4",
		DrawPool(2, BagOf(1, 0, 2).Without(3, 1)):           "2D3 draw 1/0/1",
	} {
		if err := p.Validate(); err != nil || p.String() != want {
			t.Errorf("%v %v, want %s", p, err, want)
		}
		b := p.Bag()
		_, text, _ := strings.Cut(b.String(), " ")
		_, text, _ = strings.Cut(text, " ")
		if back, err := ParseBag(b.NumFaces(), b.WithReplacement(), text); err != nil || back != b {
			t.Errorf("%v is read back as %v: %v", b, back, err)
		}
	}
	for _, p := range []Pool{DrawPool(1, Bag{}), DrawPool(0, orders), DrawPool(10, orders), DrawPool(MaxDraw+1, AnyDie(2)), DrawPool(50, AnyDie(100))} {
		if p.Validate() == nil {
			t.Errorf("no error for %v", p)
		}
	}
	for name, make := range map[string]func(){
		"no face": func() { AnyDie(0) }, "too many": func() { AnyDie(MaxFaces + 1) }, "no weight": func() { WeightedDie(0, 0) }, "negative": func() { BagOf(1, -1) },
		"none left": func() { orders.Without(2, 5) }, "no bag": func() { AnyDie(6).Without(1, 1) }, "names": func() { BagOf(1).Named("a", "b") },
		"twice": func() { BagOf(1, 1).Named("a", "a") }, "capital": func() { BagOf(1).Named("A") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			make()
		}()
	}
}

// TestCheckFaces: impossible faces are rejected, and rolled faces fit.
func TestCheckFaces(t *testing.T) {
	p := DrawPool(4, BagOf(2, 0, 3))
	for faces, fits := range map[string]bool{"\x01\x03\x03\x03": true, "\x01\x01\x03\x03": true, "\x01\x01\x01\x03": false, "\x01\x02\x03\x03": false, "\x01\x03\x03\x04": false, "\x00": false} {
		if err := p.CheckFaces([]uint8(faces)); (err == nil) != fits {
			t.Errorf("%v: %v", []uint8(faces), err)
		}
	}
	highest := func(n uint64) uint64 { return n - 1 }
	if got := p.RollFaces(highest); !slices.Equal(got, []uint8{3, 3, 3, 1}) || p.CheckFaces(got) != nil {
		t.Error(got)
	}
	if got := DrawPool(3, WeightedDie(1, 5)).RollFaces(highest); !slices.Equal(got, []uint8{2, 2, 2}) {
		t.Error(got)
	}
	if got := SumPool(2, D6).RollFaces(highest); !slices.Equal(got, []uint8{6, 6}) || SumPool(2, D6).CheckFaces([]uint8{7}) == nil {
		t.Error(got)
	}
}

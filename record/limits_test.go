package record

import (
	"io"
	"slices"
	"testing"

	"loophole/rule"
)

// TestPoolsAreReadBack: the text of every valid pool is read back, and no other text is.
func TestPoolsAreReadBack(t *testing.T) {
	for _, d := range rule.Dice() {
		for _, n := range []int{1, 2, 19, rule.MaxDice} {
			pools := []rule.Pool{
				rule.SumPool(n, d), rule.KeepPool(rule.Highest, n, 1, d), rule.KeepPool(rule.Lowest, n, n, d),
				rule.TallyPool(min(n, rule.MaxTally), d, rule.Bands{}), rule.TallyPool(2, d, rule.Cuts(0, 1, 1)),
				rule.TallyPool(2, d, rule.Cuts(1, int(d))), rule.TallyPool(2, d, rule.Cuts(200)),
			}
			for k := -1; k <= 130; k++ {
				for _, r := range []rule.Target{rule.AtLeast(k), rule.AtMost(k), rule.Exactly(k), rule.Between(k, k+3), {}} {
					pools = append(pools, rule.CountPool(n, d, r), rule.TestPool(d, r))
				}
			}
			for _, p := range pools {
				back, ok := parsePool(p.String())
				if !ok || back.String() != p.String() || back.Kind() != p.Kind() || back.N() != p.N() || back.Die() != p.Die() {
					t.Errorf("%s came back as %s, %v", p, back, ok)
				}
			}
		}
	}
	for _, p := range []rule.Pool{
		rule.DrawPool(10, rule.AnyDie(10)), rule.DrawPool(1, rule.AnyDie(7)), rule.DrawPool(3, rule.WeightedDie(4, 2)), rule.DrawPool(2, rule.BagOf(5, 0, 4)),
		rule.DrawPool(2, rule.BagOf(5, 4).Named("axis", "allies")), rule.DrawPool(1, rule.AnyDie(2).Named("heads", "tails")),
	} {
		if back, ok := parsePool(p.String()); !ok || back != p {
			t.Errorf("%s came back as %s, %v", p, back, ok)
		}
		object, err := EncodeEntry(rule.Entry{Kind: rule.Rolled, Pool: p, Faces: slices.Repeat([]uint8{1}, p.N()), Value: p.Evaluate(slices.Repeat([]uint8{1}, p.N()))})
		if e, fault := DecodeEntry(object); err != nil || fault != nil || e.Pool != p || e.Value != 0 {
			t.Errorf("%s came back as %v: %v %v", p, e, err, fault)
		}
	}
	// Two of a kind that the bag has once.
	object, err := EncodeEntry(rule.Entry{Kind: rule.Rolled, Pool: rule.DrawPool(2, rule.BagOf(1, 3)), Faces: []uint8{1, 1}})
	if _, fault := DecodeEntry(object); err != nil || fault == nil || fault.Kind != BadFace {
		t.Errorf("a bag shows what it does not hold: %v %v", err, fault)
	}
	for _, s := range []string{
		"D2 faces 1/1", "D2 draw", "D2 draw 1/2/3", "D2 draw 1/-1", "D2 draw a:1/2", "D2 draw A:1/b:2", "D2 draw a:1/a:2", "3D2 draw 1/1", "D2 faces 0/0", "D2 faces +1/2",
		"", "D", "D7", "0D6", "1D6", "-1D6", "01D6", "2D6", "2D6  sum", "2D6 sum ", "2D6 sum 3", "D6 count", "D6 count 5", "D6 count 05+", "D6 +5",
		"D6 2..", "D6 ..3", "D6 2..2", "2D6 5+", "D6 highest", "2D6 highest 3", "2D6 lowest 0", "D6 tally 1/2/3/4", "D6 tally x", "D6 tally 5/1",
		"9999999999999999999D6", "1048576D6 sum", "65536D6 tally 1", "2D6 best 1", "D6 never never", "d6", "2D106 sum",
	} {
		if p, ok := parsePool(s); ok {
			t.Errorf("%q was read as %s", s, p)
		}
	}
}

func TestTooManyEntries(t *testing.T) {
	f := &File{Entries: make([]rule.Entry, MaxEntries), Chain: Chain{Format: 1, Objects: make([][]byte, MaxEntries+1)}}
	bad := f.add([]byte(`{"kind":"note","sum":"0123456789abcdef"}`))
	if bad == nil || bad.Kind != TooLarge || bad.Expected != "at most 262144 entries" {
		t.Errorf("reading: %v", bad)
	}
	w := &Writer{chain: NewChainWriter(io.Discard, Format), entries: MaxEntries}
	w.Entry(rule.Entry{Kind: rule.Noted})
	if w.Err() == nil || w.Err().Error() != "record: more than 262144 entries" {
		t.Errorf("writing: %v", w.Err())
	}
}

// endless is an endless file of long lines.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	p[len(p)-1] = '\n'
	return len(p), nil
}

func TestTooManyBytes(t *testing.T) {
	in := NewLineReader(endless{})
	for range MaxBytes/(64<<10) + 1 {
		if _, bad, err := in.Next(); bad != nil || err != nil {
			if bad == nil || bad.Kind != TooLarge || bad.Expected != "at most 67108864 bytes" || in.bytes <= MaxBytes {
				t.Errorf("after %d bytes: %v, %v", in.bytes, bad, err)
			}
			break
		}
	}
	w := &Writer{chain: &ChainWriter{w: io.Discard, bytes: MaxBytes}}
	w.Entry(rule.Entry{Kind: rule.Noted})
	if w.Err() == nil || w.Err().Error() != "record: entry 1: the file would be larger than 67108864 bytes" {
		t.Errorf("writing: %v", w.Err())
	}
}

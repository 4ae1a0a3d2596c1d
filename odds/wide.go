package odds

import (
	"encoding/binary"
	"math/big"
	"sync"
)

// wideBit marks a number with other factors than 2, 3 and 5. Its other bits are its index in the
// table of such numbers. The same few denominators occur again and again, so they are compared, and
// used as keys, like smooth numbers.
const wideBit denominator = 1 << 63

// A wideNumber is a smooth number times a rest above 1 without factors 2, 3 and 5.
type wideNumber struct {
	smooth denominator
	rest   *big.Int
	bits   float64
}

var wides struct {
	sync.RWMutex
	list  []*wideNumber
	index map[string]denominator
	words int // in all rests
	// Known products.
	products map[[2]denominator]denominator
}

// maxWide limits the words of wide numbers. Products beyond it fail. The numbers are kept for the
// life of the program.
const maxWide = 1 << 22

func (s denominator) wide() bool { return s >= wideBit }

// parts splits a number, which may also be smooth.
func (s denominator) parts() wideNumber {
	if !s.wide() {
		return wideNumber{s, big.NewInt(1), s.bits()}
	}
	wides.RLock()
	defer wides.RUnlock()
	return *wides.list[s&^wideBit]
}

// join returns the number with the given parts.
func join(s denominator, rest *big.Int) denominator {
	if rest.BitLen() == 1 {
		return s
	}
	key := string(rest.Append(binary.LittleEndian.AppendUint64(nil, uint64(s)), 62))
	wides.Lock()
	defer wides.Unlock()
	if w, ok := wides.index[key]; ok {
		return w
	}
	if wides.index == nil {
		wides.index = map[string]denominator{}
	}
	w := wideBit | denominator(len(wides.list))
	wides.index[key] = w
	wides.list = append(wides.list, &wideNumber{s, rest, s.bits() + log2(rest)})
	wides.words += 2*len(rest.Bits()) + numberWords
	return w
}

// denominatorOf returns a number as a denominator, whatever its factors.
func denominatorOf(n *big.Int) denominator { return join(strip(n)) }

func (s denominator) wideTimes(t denominator) (denominator, bool) {
	wides.RLock()
	x, ok := wides.products[[2]denominator{s, t}]
	full := wides.words > maxWide
	wides.RUnlock()
	if ok || full {
		return x, ok
	}
	a, b := s.parts(), t.parts()
	both, ok := a.smooth.times(b.smooth)
	if !ok {
		return 0, false
	}
	x = join(both, new(big.Int).Mul(a.rest, b.rest))
	wides.Lock()
	defer wides.Unlock()
	if wides.products == nil || len(wides.products) > maxWide/16 {
		wides.products = map[[2]denominator]denominator{}
	}
	wides.products[[2]denominator{s, t}] = x
	return x, true
}

func (s denominator) widePower(n int) (denominator, bool) {
	a := s.parts()
	power, ok := a.smooth.power(n)
	if !ok || float64(n)*a.bits > 64*maxWide {
		return 0, false
	}
	return join(power, new(big.Int).Exp(a.rest, big.NewInt(int64(n)), nil)), true
}

func (s denominator) wideLCM(t denominator) denominator {
	if s == t {
		return s
	}
	a, b := s.parts(), t.parts()
	g := new(big.Int).GCD(nil, nil, a.rest, b.rest)
	return join(a.smooth.lcm(b.smooth), g.Mul(b.rest, g.Quo(a.rest, g)))
}

func (s denominator) wideOver(t denominator) denominator {
	if s == t {
		return 0
	}
	a, b := s.parts(), t.parts()
	return join(a.smooth.over(b.smooth), new(big.Int).Quo(a.rest, b.rest))
}

func (s denominator) wideWord() (uint64, bool) {
	a := s.parts()
	if a.bits >= wordBits {
		return 0, false
	}
	w, _ := a.smooth.word()
	return w * a.rest.Uint64(), true
}

func (s denominator) wideInt() *big.Int {
	a := s.parts()
	return new(big.Int).Mul(a.rest, a.smooth.int())
}

package rule

// A Packed is a result of a [ResultSubroll]. Pack turns it into a whole number, and Unpack turns a number back: for every
// result r, r.Unpack(r.Pack()) is r.
type Packed[R any] interface {
	Pack() int
	Unpack(n int) R
}

// A ResultSubroll is a [Subroll] whose result is more than a number. Exact engines keep its results as numbers; at the
// table nothing is packed.
type ResultSubroll[A comparable, R Packed[R]] struct {
	play   func(*Umpire, A) R
	number Subroll[A]
}

// NewResultSubroll makes a subroll of a function that depends only on its argument and the house rules, and contains
// neither checkpoints nor choices.
func NewResultSubroll[A comparable, R Packed[R]](name string, play func(*Umpire, A) R) *ResultSubroll[A, R] {
	return &ResultSubroll[A, R]{play, Subroll[A]{Name: name, Play: func(u *Umpire, a A) int { return play(u, a).Pack() }}}
}

// Roll runs the subroll. An exact engine answers from its cache.
func (s *ResultSubroll[A, R]) Roll(u *Umpire, a A) (result R) {
	if u.memo == nil {
		return s.play(u, a)
	}
	if v, ok := u.known(); ok {
		return result.Unpack(v)
	}
	return result.Unpack(s.number.Roll(u, a))
}

package rule

import (
	"unsafe"

	"loophole/internal/intern"
	"loophole/internal/replay"
)

// A ResultSubroll is a [Subroll] whose result is more than a number. Exact engines work with numbers. The number of a
// small result without padding is its bytes. Other results are numbered in the order in which they first occur.
type ResultSubroll[A, R comparable] struct {
	play   func(*Umpire, A) R
	number Subroll[A]
	isWord bool // the bytes of a result are its number
}

// NewResultSubroll makes a subroll of a function that depends only on its argument and the house rules, and contains
// neither checkpoints nor choices.
func NewResultSubroll[A, R comparable](name string, play func(*Umpire, A) R) *ResultSubroll[A, R] {
	s := &ResultSubroll[A, R]{play: play, isWord: unsafe.Sizeof(uint(0)) == 8 && intern.IsWord[R]()}
	s.number = Subroll[A]{Name: name, Play: func(u *Umpire, a A) int {
		result := play(u, a)
		if s.isWord {
			var word uint64
			*(*R)(unsafe.Pointer(&word)) = result
			return int(word)
		}
		slot := s.slot(u)
		if slot.Results == nil {
			slot.Results = intern.New[R]()
		}
		return intern.Intern(slot.Results, &result)
	}}
	return s
}

// slot returns the slot that has the arguments and results.
func (s *ResultSubroll[A, R]) slot(u *Umpire) *replay.Slot {
	return u.slot(&s.number, unsafe.Pointer(&s.number))
}

// Roll runs the subroll. An exact engine answers from its cache.
func (s *ResultSubroll[A, R]) Roll(u *Umpire, a A) R {
	if u.memo == nil {
		return s.play(u, a)
	}
	number, ok := u.known()
	if !ok {
		number = s.number.Roll(u, a)
	}
	if s.isWord {
		word := uint64(number)
		return *(*R)(unsafe.Pointer(&word))
	}
	return *intern.At[R](s.slot(u).Results, number)
}

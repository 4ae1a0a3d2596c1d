package sim

import (
	"errors"
	"fmt"
)

// MaxWords is the largest number of random words of one trial, with each choice as one word. Beyond
// it the trial counts as endless. A word holds up to 8 (D100), 20 (D6) or 52 (D2) dice of one
// question. The trial stops within another 1,024 words or one question, and always at the same one.
const MaxWords = 1 << 24

// pauseWords is the number of words between two cancellation polls: about ten microseconds of dice,
// so that a run can be cancelled inside a long trial.
const pauseWords = 1024

// ErrEndless is the wrapped error of a run with a trial that drew more than MaxWords random words.
var ErrEndless = errors.New("the trial goes on without end")

var errCancelled = errors.New("cancelled")

// begin marks the start of a trial.
func (s *Sampler) begin() { s.drawn = s.left - pauseWords }

// pause is called every pauseWords words. Only a run of trials has a limit and can be cancelled; a
// separate sampler continues.
func (s *Sampler) pause() error {
	s.drawn += pauseWords - s.left
	s.left = pauseWords
	switch {
	case s.ctx == nil:
		return nil
	case s.drawn > MaxWords:
		return fmt.Errorf("%w: it drew more than %d random words", ErrEndless, MaxWords)
	case s.ctx.Err() != nil:
		return errCancelled
	}
	return nil
}

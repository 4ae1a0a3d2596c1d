package rulestest

import (
	"errors"
	"testing"

	"loophole/rule"
	"loophole/scene"
)

const caught = 3 // as a place of the spy

// withSpy gives the second side a spy at a heap, whom the first side does not see until five men
// are gone.
func withSpy(s *nimSpec) {
	begin, words, picture, sound := s.Init, s.Text, s.Scene, s.Validate
	s.Init = func(h *rule.HouseRules, x *nimSetup) (*nimField, nim, error) {
		f, p, err := begin(h, x)
		p.Spy = 1
		return f, p, err
	}
	s.Validate = func(f *nimField, p *nim) error {
		if p.Spy < 1 || p.Spy > caught {
			return errors.New("the spy is nowhere")
		}
		return sound(f, p)
	}
	places := []string{"", "left", "right", "prison"}
	s.Text = func(f *nimField, p *nim) string {
		if p.Spy == 0 || p.Spy > caught {
			return words(f, p)
		}
		return words(f, p) + "\nspy at " + places[p.Spy]
	}
	s.Scene = func(f *nimField, p *nim) scene.Scene {
		x := picture(f, p)
		if p.Spy > 0 && p.Spy <= caught {
			x.Pieces = append(x.Pieces, scene.Piece{Name: "spy", Side: 1, Where: places[p.Spy]})
		}
		return x
	}
	s.View = func(_ *nimField, p nim, side int) nim {
		if side == 0 && p.Spy != caught {
			p.Spy = 0
		}
		return p
	}
	s.Sample = func(_ *nimField, p nim, _ int, below func(int) int) nim {
		if p.Spy == 0 {
			p.Spy = uint8(1 + below(2))
		}
		return p
	}
	s.Reveals = func(_ *nimField, before, after *nim) bool { return before.Spy != caught && after.Spy == caught }
	afterwards(s, func(_ *rule.Umpire, p *nim) {
		if p.Gone >= 5 {
			p.Spy = caught
		}
	})
}

// TestGoodSecret: a game that keeps its secret passes.
func TestGoodSecret(t *testing.T) {
	s := newNim()
	withSpy(s)
	h := &heard{}
	openGame(t, s, fiveMen).checkSecrets(h)
	for _, f := range h.faults {
		t.Error(f)
	}
}

package tabletop

import (
	"context"
	"net/http"

	"loophole/rule"
)

type diceInput struct {
	MatchInput
	Side string `path:"side" maxLength:"200" doc:"the name of the side"`
	Body struct {
		Dice  string `json:"dice,omitempty" enum:"program,typed" doc:"who rolls from now on; left out, it stays as it is"`
		Block *[]int `json:"block,omitempty" maxItems:"4096" doc:"a tray of faces that are used before anything else; an empty one clears the tray"`
	}
}

// dice says who rolls for a side, and fills its tray.
func (s *Server) dice(ctx context.Context, in *diceInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, "", nil, func(t *table, who seat) error {
		side := t.sideOf(rule.Side(in.Side))
		if t.side(side) != in.Side {
			return problem(http.StatusNotFound, "no-side", "there is no side %q; the sides are %s and %s", rule.Clip(in.Side), t.side(0), t.side(1))
		}
		if !t.may(who, side) {
			return problem(http.StatusForbidden, "not-yours", "the dice of %s are not yours", in.Side)
		}
		if in.Body.Block != nil {
			tray, err := trayOf(*in.Body.Block)
			if err != nil {
				return err
			}
			t.standing.Trays[side] = tray
		}
		if in.Body.Dice != "" {
			t.standing.Dice[side] = in.Body.Dice
		}
		if a, open := t.match.Begun(); open {
			return t.told(who, t.put(a, nil)) // The question may have its answer now.
		}
		return nil
	})
}

func trayOf(faces []int) ([]uint8, error) {
	tray := []uint8{}
	for i, f := range faces {
		if f < 1 || f > int(rule.D100) {
			return nil, misfit("die %d of the block shows %d; a face is 1 to %d", i+1, f, rule.D100)
		}
		tray = append(tray, uint8(f))
	}
	return tray, nil
}

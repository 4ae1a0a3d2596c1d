package balance

import (
	"context"
	"io"
	"slices"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/policyseat"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
)

// candidates is the number of games that are played to find a typical one.
const candidates = 25

// A Sample describes a typical game.
type Sample struct {
	Seed    uint64
	Actions int
	End     game.Status
	Of      int // the number of games it was chosen from
}

// WriteSample plays some games between two policies and writes the record of a typical game. Among the
// games with the most frequent result, it takes the one whose number of actions is nearest to the
// median. The games have the seeds from o.Seed on. The record names the program.
func WriteSample(ctx context.Context, w io.Writer, f *game.Instance, names [2]string, program string,
	o Options) (*Sample, error) {
	tables := policy.NewTranspositionTable(0)
	var sides [2]policy.Policy
	for side, name := range names {
		var err error
		if sides[side], err = tables.New(name); err == nil {
			err = policy.Prepare(ctx, sides[side], f)
		}
		if err != nil {
			return nil, err
		}
	}
	var games []*match.Match
	var lengths []int
	results := map[int]int{}
	for i := range candidates {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		m, err := playMatch(f, sides, names, program, o.Seed+uint64(i))
		if err != nil {
			return nil, err
		}
		games, lengths = append(games, m), append(lengths, m.ActionCount())
		results[m.Status().Winner]++
		if o.Progress != nil {
			o.Progress(i+1, candidates)
		}
	}
	slices.Sort(lengths)
	best := typical(games, results, lengths[len(lengths)/2])
	m := games[best]
	return &Sample{o.Seed + uint64(best), m.ActionCount(), m.Status(), candidates}, m.Save(w)
}

// typical returns the number of a game with the most frequent result whose length is nearest to the
// median. Of equally good games it returns the first.
func typical(games []*match.Match, results map[int]int, median int) (best int) {
	worth := func(i int) (frequent, off int) {
		return results[games[i].Status().Winner], max(games[i].ActionCount()-median, median-games[i].ActionCount())
	}
	for i := range games {
		f1, o1 := worth(i)
		f0, o0 := worth(best)
		if f1 > f0 || f1 == f0 && o1 < o0 {
			best = i
		}
	}
	return best
}

// playMatch plays a recorded game between two policies with the dice of a seed.
func playMatch(f *game.Instance, sides [2]policy.Policy, names [2]string, program string,
	seed uint64) (*match.Match, error) {
	h, err := match.NewHeader(f, program, [2]string{"policy " + names[0], "policy " + names[1]},
		record.ProgramDice(seed))
	if err != nil {
		return nil, err
	}
	for side := range h.Seats {
		h.Seats[side].Dice = dice.FromProgram
	}
	m, err := match.New(f, h, nil)
	if err != nil {
		return nil, err
	}
	random := dice.NewRandom(seed)
	src := &match.SeatSource{Sides: f.Sides}
	var chance [2]*policy.Rand
	for side := range sides {
		chance[side] = policy.NewRand(seed, 0, side)
		src.Dice[side], src.Seats[side] = random, &policyseat.Source{Match: m, Policy: sides[side], RNG: chance[side]}
	}
	for !m.Status().Over {
		src.Acting = m.Status().Side
		a, err := policy.NextAction(sides[src.Acting], f, m.Position(), chance[src.Acting])
		if err == nil {
			err = m.Play(a, src)
		}
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

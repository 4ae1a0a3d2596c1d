package rulestest

import (
	"bytes"
	"fmt"

	"loophole/dice"
	"loophole/game"
	matches "loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
)

// keptMatches is the number of games that are kept as matches and replayed.
const keptMatches = 60

// checkMatches keeps random games as matches. Undoing and redoing everything restores every
// position, and replaying the file gives the same bytes.
func (k *kit) checkMatches(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	lines := 0
	for g := range keptMatches {
		f := fights[g%len(fights)]
		n, err := keepMatch(f, uint64(g))
		if err != nil {
			t.Errorf("match %d of %s: %v", g, f.Scenario, err)
			return
		}
		lines += n
	}
	t.Logf("%d matches of %d lines were undone, redone and replayed", keptMatches, lines)
}

// keepMatch keeps one random game and returns the number of its lines.
func keepMatch(f *game.Instance, seed uint64) (lines int, err error) {
	var file bytes.Buffer
	h, err := matches.NewHeader(f, "kit", [2]string{"policy random", "policy random"}, record.ProgramDice(seed))
	if err != nil {
		return 0, err
	}
	m, err := matches.New(f, h, &file)
	if err != nil {
		return 0, err
	}
	hashes, err := playMatch(m, seed)
	if err != nil {
		return 0, err
	}
	if err := backAndForth(m, hashes); err != nil {
		return 0, err
	}
	read, err := matches.Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		return 0, err
	}
	// Verify compares every line that the replay writes, byte for byte.
	report, err := matches.Verify(read, func(string) (*game.Game, error) { return f.Game, nil })
	if err != nil {
		return 0, err
	}
	if !report.Finished || report.Lines != bytes.Count(file.Bytes(), []byte("\n")) {
		return 0, fmt.Errorf("the audit saw %+v", report)
	}
	return report.Lines, nil
}

// playMatch plays a match to its end, at random, and returns the hash of each position.
func playMatch(m *matches.Match, seed uint64) ([]string, error) {
	random, rng := policy.Random{}, policy.NewRand(seed, 0, 1)
	src := dice.NewRandom(seed)
	src.Policy = func(c rule.Choice) int { return rng.Below(len(c.Options)) }
	hashes := []string{m.Position().Hash()}
	r := m.Instance.Runner()
	for !m.Status().Over {
		a, err := random.ChooseAction(r.SetPosition(m.Position()), rng)
		if err == nil {
			err = m.Play(a, src)
		}
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, m.Position().Hash())
	}
	return hashes, nil
}

// backAndForth undoes everything and redoes it.
func backAndForth(m *matches.Match, hashes []string) error {
	for i := len(hashes) - 2; i >= 0; i-- {
		if err := m.Undo(0, true); err != nil {
			return err
		}
		if got := m.Position().Hash(); got != hashes[i] {
			return fmt.Errorf("undoing action %d leads to position %s instead of %s", i+1, got, hashes[i])
		}
	}
	for i := 1; i < len(hashes); i++ {
		if err := m.Redo(1); err != nil {
			return err
		}
		if got := m.Position().Hash(); got != hashes[i] {
			return fmt.Errorf("redoing action %d leads to position %s instead of %s", i, got, hashes[i])
		}
	}
	return nil
}

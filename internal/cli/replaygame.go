package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
)

// until is a flag, --until or --at, with the number of the action after which a game stops. It is
// nil if the flag was not given.
type until *struct {
	flag  string
	after *int
}

// untilOf returns the value of a flag, or nil if it was not given.
func untilOf(cmd *cobra.Command, flag string, n *int) until {
	if cmd.Flags().Changed(flag) {
		return &struct {
			flag  string
			after *int
		}{flag, n}
	}
	return nil
}

// upToAction cuts a record after an action. The error for a number out of range gives the range.
func upToAction(f *match.File, n until) (*match.File, error) {
	if n == nil {
		return f, nil
	}
	actions := 0
	for _, e := range f.Entries {
		if e.Kind == match.Acted {
			actions++
		}
	}
	switch {
	case actions == 0:
		return nil, fmt.Errorf("--%s %d: the record has no action; leave --%[1]s out", n.flag, *n.after)
	case *n.after < 1 || *n.after > actions:
		return nil, fmt.Errorf("--%s %d: the record has the actions 1 to %d", n.flag, *n.after, actions)
	}
	return f.UpToAction(*n.after), nil
}

// replayMatch shows a game from its record, up to an action.
func (c *console) replayMatch(name string, f *match.File, n until, brief, asJSON bool) error {
	f, err := upToAction(f, n)
	if err != nil {
		return err
	}
	m, _, err := match.Resume(f, findGame, nil)
	if err != nil {
		return c.withRemedy(name, f, err)
	}
	if asJSON {
		return c.json(gameOf(m, brief))
	}
	t := &terminalGame{console: c, instance: m.Instance, match: m, columns: func() int { return width(c.out) }}
	t.picture(m.Instance.Start)
	for _, e := range m.ExplainedEntries(0) {
		if !brief || isSummaryEntry(e) {
			t.sayLine(e.Told(m.Instance).String())
		}
	}
	t.picture(m.Position())
	return nil
}

// isSummaryEntry reports whether --brief shows an entry: actions, rolls and decisions, but not
// the other clauses that took effect.
func isSummaryEntry(e match.Entry) bool {
	return e.Kind != match.Ruled || e.Rule.Kind == rule.Rolled || e.Rule.Kind == rule.Chosen
}

// gameJSON is a game as JSON: its entries and its position.
type gameJSON struct {
	Ruleset  string            `json:"ruleset"`
	Scenario string            `json:"scenario"`
	Seats    []seatJSON        `json:"seats"`
	Dice     record.DiceOrigin `json:"dice"`
	House    map[string]string `json:"house"`
	Strict   bool              `json:"strict"`
	Entries  []wire.Entry      `json:"entries"`
	Round    int               `json:"round"`
	Phase    string            `json:"phase"`
	Turn     string            `json:"turn"`
	Begun    string            `json:"begun,omitempty"` // the pending action
	Over     *wire.Over        `json:"over"`
	Position string            `json:"position"`
	Words    string            `json:"words"`
	Scene    *wire.Scene       `json:"scene"`
}

// seatJSON is a seat, with the models of its side in play and lost.
type seatJSON struct {
	Side   string `json:"side"`
	Player string `json:"player"`
	Here   int    `json:"here"`
	Lost   int    `json:"lost"`
}

// gameOf converts a game to JSON. brief leaves out the entries that isSummaryEntry rejects.
func gameOf(m *match.Match, brief bool) gameJSON {
	h, f, p, s := m.Header, m.Instance, m.Position(), m.Status()
	j := gameJSON{
		Ruleset: h.Ruleset, Scenario: h.Scenario, Dice: h.Dice, House: h.House, Strict: h.Strict, Entries: []wire.Entry{},
		Round: s.Round, Phase: s.Phase, Turn: string(f.Sides[s.Side]), Position: p.Hash(), Words: f.Text(p),
	}
	for i, e := range m.Entries {
		if !brief || isSummaryEntry(e) {
			j.Entries = append(j.Entries, wire.EntryOf(i+1, e.Told(f)))
		}
	}
	here, lost := f.CountModels(p)
	for i, x := range h.Seats {
		j.Seats = append(j.Seats, seatJSON{string(x.Side), x.Player, here[i], lost[i]})
	}
	if a, open := m.Pending(); open {
		j.Begun = f.FormatAction(a)
	}
	if s.Over {
		winner := rule.Side("")
		if s.Winner != game.Draw {
			winner = f.Sides[s.Winner]
		}
		j.Over = wire.OverOf(winner, s.Why, s.Cite)
	}
	if x, ok := f.Picture(p); ok {
		j.Scene = wire.SceneOf(&x)
	}
	return j
}

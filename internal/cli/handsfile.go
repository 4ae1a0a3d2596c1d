package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/match"
)

// A handsFile is a match with dice of two hands, replayed from its lines.
type handsFile struct {
	game   *twohands.Game
	record bytes.Buffer // the ordinary record, which the lines determine

	rolls, actions, signatures, away int // counts; away are rolls in which the server stood in
	typed                            int // dice that players rolled and typed
}

// isHands reports whether a file has the lines of a match with dice of two hands, by its first
// bytes.
func isHands(name string) bool {
	f, err := os.Open(name)
	if name == "-" || err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head) // A shorter file is none.
	return twohands.IsLines(head[:n])
}

// readHands replays a file. The error names the first invalid line.
func readHands(name string) (*handsFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := &handsFile{}
	if h.game, err = twohands.Read(f, findGame, &h.record, h.count); err != nil {
		return nil, lineError(err)
	}
	return h, nil
}

// lineError says which line of two hands is invalid.
func lineError(err error) error {
	var f *hands.Fault
	if errors.As(err, &f) {
		return invalid(fmt.Errorf("line %d: %s", f.Line, f.Why))
	}
	return err
}

// recordOfHands returns the record of the game that the lines of a file determine.
func recordOfHands(name string) (*match.File, error) {
	h, err := readHands(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f, err := match.Read(&h.record)
	if err != nil {
		return nil, internalError(err)
	}
	return f, nil
}

// count counts a line.
func (h *handsFile) count(e hands.Entry) {
	switch e.Kind {
	case hands.Roll, hands.Again:
		h.rolls++
	case hands.Typed:
		h.rolls++
		h.typed += len(e.Faces)
	case hands.Act:
		h.actions++
	case hands.Away:
		h.away++
	}
	for _, sig := range []string{e.Sig, e.Consent} {
		if sig != "" {
			h.signatures++
		}
	}
}

// end describes how the lines end.
func (h *handsFile) end() string {
	g := h.game
	switch owes := g.Hands.Owes(); {
	case g.Lost() != twohands.Nobody:
		return fmt.Sprintf("%s did not give a value in time and lost", g.Match.Instance.Sides[g.Lost()])
	case g.Hands.Closed():
		return "both players confirmed the result"
	case owes != "":
		return owes + " must give a value"
	case g.Over():
		return "the game is over, but its end is not signed"
	}
	return "the game is not over"
}

// verifyHands verifies a match with dice of two hands. It checks lines, signatures and faces
// against the protocol, and acts and questions against the rules.
func (c *console) verifyHands(name string, asJSON bool) error {
	h, err := readHands(name)
	if asJSON {
		v := verdict{Holds: err == nil}
		if err == nil {
			v.Entries, v.Rolls, v.Typed, v.Sum = h.game.Hands.Lines-1, h.rolls, h.typed, h.game.Hands.Sum
		} else {
			v.Found = err.Error()
		}
		return errors.Join(err, c.json(v))
	}
	if err != nil {
		return err
	}
	f, err := match.Read(bytes.NewReader(h.record.Bytes()))
	if err != nil {
		return internalError(err)
	}
	p := c.page()
	dice, unchecked := "rolls of two hands", "how long a player took to give a value"
	if ofTyped(f.Header) {
		dice, unchecked = "rolls with typed dice", "the faces that the players typed, for which there is only their word"
	}
	p.Line("valid: %d lines, %d %s, %d acts, %d signatures; %s", h.game.Hands.Lines, h.rolls, dice, h.actions, h.signatures, h.end())
	p.Line("%s %s, checksum %s", f.Header.Ruleset, f.Header.Scenario, h.game.Hands.Sum)
	p.Line("the record of the game has the checksum %s", f.Sum)
	if h.away > 0 {
		p.Text(0, fmt.Sprintf("note: in %d rolls the server stood in for an absent player and could foresee the result", h.away))
	}
	if otherSetup(f.Header) {
		p.Text(0, fmt.Sprintf("note: the set-up is not that of the bundled scenario %s", f.Header.Scenario))
	}
	p.Text(0, fmt.Sprintf("not checked: %s; whose keys these are, which the players compare by other means; and, if the end is not signed, whether more lines exist", unchecked))
	return p.Flush()
}

// checkHands replays the lines of two hands that a server stores for a match and compares the
// record that they determine with the stored one. Without lines it returns nil.
func checkHands(lines, record [][]byte) error {
	if len(lines) == 0 {
		return nil
	}
	var determined bytes.Buffer
	if _, err := twohands.Read(bytes.NewReader(bytes.Join(lines, nil)), findGame, &determined, nil); err != nil {
		return fmt.Errorf("dice of two hands: %w", lineError(err))
	}
	if !bytes.Equal(determined.Bytes(), bytes.Join(record, nil)) {
		return errors.New("dice of two hands: the record differs from the one that the lines determine")
	}
	return nil
}

// ofHands reports whether a match has dice of two hands.
func ofHands(h match.Header) bool { return h.Terms != nil && h.Terms.Hands != nil }

// ofTyped reports whether the players of such a match type and sign their dice.
func ofTyped(h match.Header) bool { return ofHands(h) && h.Terms.Hands.Values == hands.TypedDice }

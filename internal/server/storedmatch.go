package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"loophole/dice"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/rule"
)

// mostSideData is the largest size of a match's description and state, in bytes.
const mostSideData = 1 << 18

// Sound returns nil if a server can continue a stored match. Otherwise its description, state or
// seats are invalid, or its record cannot be resumed. Sound does not audit the record.
func Sound(x *store.Match) error {
	var about matchInfo
	var now session
	for _, part := range []struct {
		name string
		text []byte
		into any
	}{{"description", x.InfoJSON, &about}, {"state", x.StateJSON, &now}} {
		if len(part.text) > mostSideData {
			return fmt.Errorf("its %s has more than %d bytes", part.name, mostSideData)
		}
		d := json.NewDecoder(bytes.NewReader(part.text))
		d.DisallowUnknownFields()
		if err := d.Decode(part.into); err != nil {
			return fmt.Errorf("its %s: %w", part.name, err)
		}
		if _, err := d.Token(); err != io.EOF {
			return fmt.Errorf("its %s: there is text after it", part.name)
		}
	}
	for _, text := range []string{about.Title, about.Gist, now.Names[0], now.Names[1]} {
		if r, bad := usertext.Unprintable(strings.ReplaceAll(text, "\n", " ")); bad {
			return fmt.Errorf("its title, its gist or a name has the character %U, which is not printable", r)
		}
	}
	for side, tray := range now.Trays {
		if slices.ContainsFunc(tray, func(face uint8) bool { return face < 1 || face > uint8(rule.D100) }) {
			return fmt.Errorf("the tray of side %d has a face that no die has", side+1)
		}
		if d := now.Dice[side]; d != "" && d != dice.FromProgram && d != dice.FromTyped && d != dice.FromHands {
			return fmt.Errorf("the kind of dice of side %d is unknown", side+1)
		}
	}
	if now.Asks < nobody || now.Asks > 1 {
		return errors.New("the side that asks for an undo does not exist")
	}
	for _, word := range x.Seats {
		if _, known := seatWords[word]; !known {
			return errors.New("it has an unknown seat")
		}
	}
	t, _, err := resumeMatch(x)
	switch {
	case err != nil:
		return err
	case t.hands != nil && len(x.Hands) == 0 && len(x.Lines) > 1:
		return errors.New("its dice are of two hands, but the lines that prove them are missing")
	case t.hands == nil && len(x.Hands) > 0:
		return errors.New("it has lines of two hands, but its dice are not of two hands")
	case x.Over != t.over():
		return errors.New("the store and its record disagree about whether the game is over")
	}
	return nil
}

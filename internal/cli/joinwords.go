package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/internal/usertext"
	"loophole/rule"
)

// What can be typed in a match that was joined.

// joinWords are the words that differ from those of a game at the terminal.
const joinWords = `  undo                   take the last action back, or ask for it where dice were rolled
  yes, no                answer what the other side asks
  redo                   let what was taken back stand again
  forfeit                claim the game, where the other owes its value too long
  quit                   stop; the same command goes on later`

// types does what was typed.
func (j *joined) types(ctx context.Context, line string) error {
	if j.editor == nil {
		j.say("%s\n", line)
	}
	if j.player.Match == nil || j.player.Behind() {
		if line == "quit" {
			return errQuit
		}
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	act, err := "", error(nil)
	switch word = strings.ToLower(word); word {
	case "quit":
		return errQuit
	case "undo", "redo":
		act = word
	case "yes", "y":
		act = twohands.Consent
	case "no", "n":
		act = twohands.Refuse
	case "forfeit":
		return j.claims(ctx)
	default:
		if taken, err := j.looks(ctx, word, strings.TrimSpace(rest)); taken {
			return err
		}
		act, err = j.acts(line)
	}
	if err == nil && act != "" {
		err = j.signs(ctx, act)
	}
	return j.tells(err)
}

// looks takes a word of the table that changes nothing.
func (j *joined) looks(ctx context.Context, word, rest string) (taken bool, err error) {
	if word == "?" || word == "help" {
		j.helps(looking)
		j.say("%s\n", joinWords)
		return true, nil
	}
	for _, w := range words {
		if w.name == word && looking(w) {
			return true, j.terminalGame.showError(w.do(j.terminalGame, ctx, j.me, rest))
		}
	}
	return false, nil
}

// looking reports whether a word changes nothing. Nobody changes who rolls.
func looking(w gameCommand) bool {
	return w.name != "dice" && (w.aside || w.name == "legal" || w.name == "odds")
}

// acts reads an action, or the option of a decision.
func (j *joined) acts(line string) (string, error) {
	if j.player.Decides() == j.me {
		c := j.player.Open().Choice
		n, err := strconv.Atoi(line)
		if n--; err != nil {
			n = slices.IndexFunc(c.Options, func(o string) bool {
				return strings.EqualFold(o, line) || strings.EqualFold(j.fight.Spoken(o), line)
			})
		}
		if n < 0 || n >= len(c.Options) {
			return "", fmt.Errorf("type the number or the name of one option, 1 to %d", len(c.Options))
		}
		return fmt.Sprint(twohands.Choose, " ", n), nil
	}
	if only, sole := j.only(); line == "" && sole {
		return twohands.Do + " " + j.fight.FormatAction(only), nil
	} else if line == "" {
		return "", nil
	}
	a, err := j.fight.ParseAction(line)
	if err != nil {
		return "", err
	}
	return twohands.Do + " " + j.fight.FormatAction(a), nil
}

// signs signs an act and sends it.
func (j *joined) signs(ctx context.Context, act string) error {
	e, err := j.player.Act(act)
	if err != nil {
		return err
	}
	if err := j.sends(ctx, e); err != nil {
		return err
	}
	j.told = ""
	return j.hears(ctx)
}

// claims claims the game by what the other owes.
func (j *joined) claims(ctx context.Context) error {
	e, err := j.player.Sign(hands.Entry{Kind: hands.Lost})
	if err == nil {
		err = j.sends(ctx, e)
	}
	if err == nil {
		return j.hears(ctx)
	}
	return j.tells(err)
}

// tells shows why something was not done. Where the server did not answer, it may have
// been: what came of it is heard of.
func (j *joined) tells(err error) error {
	var no rule.IllegalError
	switch {
	case err == nil || errors.Is(err, errEnded) || errors.Is(err, errQuit) || j.refused != nil:
		return err
	case errors.As(err, &no):
		return j.terminalGame.showError(err)
	case kindOf(err) == "moved-on":
		j.say("The other side was faster: look, and type again.\n")
	default:
		j.say("%s\n", usertext.Shown(err.Error())) // A server may have written it.
	}
	return nil
}

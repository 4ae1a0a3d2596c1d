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

// joinWords describes the commands that differ from those of loophole play.
const joinWords = `  undo
      undo the last action; if dice were rolled, the other player must consent
  yes, no
      answer the question of the other player
  redo
      redo the action that was undone
  resign
      resign: the other side wins, and the game is over
  forfeit
      claim the game if the other player has not given a value in time
  quit
      stop; the same loophole join command continues`

// handleLine runs a line that the player typed.
func (j *joinedMatch) handleLine(ctx context.Context, line string) error {
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
	case "resign":
		if act = twohands.Resign; !strings.EqualFold(strings.TrimSpace(rest), "yes") {
			j.say("%s To resign, type: resign yes\n", consequence(j.instance, j.me))
			return nil
		}
	case "yes", "y":
		act = twohands.Consent
	case "no", "n":
		act = twohands.Refuse
	case "forfeit":
		return j.claimForfeit(ctx)
	default:
		if taken, err := j.runReadOnly(ctx, word, strings.TrimSpace(rest)); taken {
			return err
		}
		act, err = j.parseAct(line)
	}
	if err == nil && act != "" {
		err = j.signAct(ctx, act)
	}
	return j.showProblem(err)
}

// runReadOnly runs a game command that changes nothing, and reports whether the word was one.
func (j *joinedMatch) runReadOnly(ctx context.Context, word, rest string) (taken bool, err error) {
	if word == "?" || word == "help" {
		j.showHelp(readOnly)
		j.say("%s\n", joinWords)
		return true, nil
	}
	for _, w := range gameCommands {
		if w.name == word && readOnly(w) {
			return true, j.terminalGame.showError(w.do(j.terminalGame, ctx, j.me, rest))
		}
	}
	return false, nil
}

// readOnly reports whether a game command changes nothing. It excludes dice, because nobody can
// change who rolls dice of two hands.
func readOnly(w gameCommand) bool {
	return w.name != "dice" && (w.atQuestion || w.name == "legal" || w.name == "odds")
}

// parseAct reads an action, or the option of the open decision, as the text of an act.
func (j *joinedMatch) parseAct(line string) (string, error) {
	if j.player.Decides() == j.me {
		c := j.player.Open().Choice
		n, err := strconv.Atoi(line)
		if n--; err != nil {
			n = slices.IndexFunc(c.Options, func(o string) bool {
				return strings.EqualFold(o, line) || strings.EqualFold(j.instance.Spoken(o), line)
			})
		}
		if n < 0 || n >= len(c.Options) {
			return "", fmt.Errorf("type the number or the name of an option, 1 to %d", len(c.Options))
		}
		return fmt.Sprint(twohands.Choose, " ", n), nil
	}
	if only, sole := j.onlyAction(); line == "" && sole {
		return twohands.Do + " " + j.instance.FormatAction(only), nil
	} else if line == "" {
		return "", nil
	}
	a, err := j.instance.ParseAction(line)
	if err != nil {
		return "", err
	}
	return twohands.Do + " " + j.instance.FormatAction(a), nil
}

// signAct signs an act and sends it.
func (j *joinedMatch) signAct(ctx context.Context, act string) error {
	e, err := j.player.Act(act)
	if err != nil {
		return err
	}
	if err := j.send(ctx, e); err != nil {
		return err
	}
	j.lastSaid = ""
	return j.catchUp(ctx)
}

// claimForfeit claims the game because the other side has not given a value in time.
func (j *joinedMatch) claimForfeit(ctx context.Context) error {
	e, err := j.player.Sign(hands.Entry{Kind: hands.Forfeited})
	if err == nil {
		err = j.send(ctx, e)
	}
	if err == nil {
		return j.catchUp(ctx)
	}
	return j.showProblem(err)
}

// showProblem shows why an act was rejected and returns nil, or returns an error that ends the
// game. If the server did not answer, its next lines show whether it accepted the act.
func (j *joinedMatch) showProblem(err error) error {
	var no rule.IllegalError
	switch {
	case err == nil || errors.Is(err, errEnded) || errors.Is(err, errQuit) || j.rejected != nil:
		return err
	case errors.As(err, &no):
		return j.terminalGame.showError(err)
	case kindOf(err) == "moved-on":
		j.say("The other player was faster: look at the new position, then type again.\n")
	default:
		j.say("%s\n", usertext.Shown(err.Error())) // A server may have written it.
	}
	return nil
}

package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"loophole/hands"
	"loophole/match"
	"loophole/record"
	"loophole/tabletop"
)

const joinHelp = `Play a side of a match with dice of two hands, which a server keeps: neither the
other player nor the server can foresee or choose the dice.

LINK is what the tabletop gives for a seat, as http://HOST/m/ID#TOKEN. The first time
the seat is claimed: only this program can play it from then on. Its token, its key, and
the chain of its values are kept in a file that nobody else can read, in the folder
--data; the same command goes on with it. --recover takes them from the recovery line
that was shown at the claim, on another machine, with the link that was shown beside it.

This program plays all of the game itself, by its own rulebook, which has to be that of
the match. It signs what you do, and gives its value for the dice that its own rules ask for
and for no other. What does not follow by the rules is shown, and nothing is given after it.

Type actions as at loophole play. undo asks the other side where dice were rolled; yes
and no answer its question; forfeit claims the game when the other owes its value for
longer than was agreed.`

// joinFlags are the flags of join.
type joinFlags struct{ data, recover string }

func (c *console) joinCommand() *cobra.Command {
	var f joinFlags
	cmd := &cobra.Command{
		Use:               "join LINK",
		Short:             "Play a side of a match with dice of two hands on a server",
		Long:              joinHelp,
		Example:           "  loophole join 'http://192.168.1.5:8047/m/ON2Kcd_XJZa_#YuMqS0hkdJXqkhEUMVLSfA'",
		Args:              exactly("LINK"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.join(cmd.Context(), args[0], &f) },
	}
	cmd.Flags().StringVar(&f.data, "data", "", "keep keys in this `FOLDER`; by default in the user's folder of data")
	cmd.Flags().StringVar(&f.recover, "recover", "", "go on from the recovery `LINE` of this seat; - reads it from standard input, where others cannot see it in the list of processes")
	cmd.MarkFlagDirname("data")
	return cmd
}

// join joins a match and plays it.
func (c *console) join(ctx context.Context, link string, f *joinFlags) error {
	w, err := remoteOf(link)
	if err != nil {
		return err
	}
	k, err := seatKept(f, w)
	if err != nil {
		return err
	}
	free, err := k.alone()
	if err != nil {
		return err
	}
	defer free()
	if f.recover == "-" {
		if f.recover, err = c.oneLine(); err != nil {
			return fmt.Errorf("--recover -: %w", err)
		}
	}
	anew := !k.Claimed || f.recover != ""
	if anew {
		if err := k.claims(ctx, w, f.recover); err != nil {
			return err
		}
	}
	w.token = k.Token
	t, err := c.joins(w, k)
	if err != nil {
		return err
	}
	t.say("You play %s. Key and chain are kept in %s.\n", k.Side, k.file)
	if anew {
		t.say("Whoever has this recovery line and link has the seat; with them it goes on elsewhere:\n  loophole join '%s' --recover %s\n", w.link(), k.Root)
	}
	return t.plays(ctx)
}

// oneLine reads one line, and nothing behind it.
func (c *console) oneLine() (string, error) {
	var line []byte
	var b [1]byte
	for len(line) < typedLine {
		if _, err := io.ReadFull(c.in, b[:]); err != nil {
			return "", err
		}
		if b[0] == '\n' {
			break
		}
		line = append(line, b[0])
	}
	return strings.TrimSpace(string(line)), nil
}

// claims claims the seat with a new key and chain, or with those of a recovery line. What
// it needs to go on is on the disk before the server hears of it, so that an answer that
// is lost costs nothing.
func (k *keptSeat) claims(ctx context.Context, w *remote, recovery string) error {
	if k.Token != "" && recovery == "" {
		if (&remote{w.base, w.id, k.Token, w.client}).ask(ctx, "GET", "", nil, nil) == nil {
			k.Claimed = true // Only the answer was lost.
			return k.keep()
		}
	}
	if w.token == "" {
		return errors.Join(errors.New("the link has no token behind #"), k.back())
	}
	was := *k
	if err := k.looks(ctx, w); err != nil {
		return errors.Join(err, was.back())
	}
	if err := k.makes(recovery); err != nil {
		return errors.Join(err, was.back())
	}
	s, err := k.secret()
	if err != nil {
		return errors.Join(err, was.back())
	}
	if err := k.keep(); err != nil {
		return err
	}
	h := s.Hand()
	claim := map[string]any{"token": k.Token, "hand": tabletop.HandIn{Key: h.Key, End: h.End}}
	err = w.ask(ctx, "POST", "/seats/"+url.PathEscape(k.Side)+"/claim", claim, nil)
	switch {
	case err == nil:
		k.Claimed = true
		return k.keep()
	case away(err):
		return err // Perhaps it was done.
	case kindOf(err) == "hand-stands":
		err = fmt.Errorf("the seat of %s has a hand already, and this is another: give its recovery line with --recover", k.Side)
	}
	return errors.Join(err, was.back())
}

// makes makes what key and chain follow from, and a token, unless they are there.
func (k *keptSeat) makes(recovery string) error {
	if recovery != "" {
		root, err := hands.ParseValue(strings.TrimSpace(recovery))
		if err != nil {
			return fmt.Errorf("--recover: the line is not one that was shown: %w", err)
		}
		if k.Root != root.String() {
			k.Root, k.Memory = root.String(), hands.Memory{}
		}
		k.Token = ""
	}
	if k.Root == "" {
		var root hands.Value
		rand.Read(root[:]) // It never fails: the program is stopped if the system has no randomness.
		k.Root = root.String()
	}
	if k.Token == "" {
		k.Token = rand.Text()
	}
	return nil
}

// looks reads what the match is, and holds its rules against those of this program.
func (k *keptSeat) looks(ctx context.Context, w *remote) error {
	var s tabletop.State
	if err := w.ask(ctx, "GET", "", nil, &s); err != nil {
		return err
	}
	var x tabletop.HandLines
	switch err := w.ask(ctx, "GET", "/hands", nil, &x); {
	case kindOf(err) == "no-hands":
		return fmt.Errorf("the dice of this match are not of two hands: play it in a browser, at %s/m/%s", w.base, w.id)
	case err != nil:
		return err
	case s.You.Side == "":
		return errors.New("this link looks on: ask for the link of a seat")
	}
	var h match.Header
	if err := record.DecodeStrict([]byte(x.Terms), &h); err != nil {
		return fmt.Errorf("the terms of the match: %w", err)
	}
	if _, err := h.Fight(shelf); err != nil {
		return broken(err)
	}
	k.Side, k.Terms = s.You.Side, x.Terms
	return nil
}

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
	"loophole/internal/server"
	"loophole/match"
	"loophole/record"
)

const joinHelp = `Play one side of a match with dice of two hands on a server. Neither the other player nor
the server can foresee or choose the dice.

LINK is the link of a seat, such as http://HOST/m/ID#TOKEN. The first use claims the
seat: from then on only this program can play it. Its token, key and chain of values are
kept in the folder --data, in a file that only you can read. The same command continues
the match. To continue on another machine, give --recover with the recovery line and the
link that the claim printed.

This program replays the whole game with its own rules, which must be those of the
match. It signs your actions, and gives values only for rolls that its own rules ask
for. If a line of the match breaks the rules, the program shows it and stops giving
values.

Type actions as with loophole play. undo asks the other player for consent if dice were
rolled; yes and no answer such a question; forfeit claims the game if the other player
has not given a value in the agreed time.`

// joinFlags are the flags of join.
type joinFlags struct{ data, recover string }

func (c *console) joinCommand() *cobra.Command {
	var f joinFlags
	cmd := &cobra.Command{
		Use:               "join LINK",
		Short:             "Play one side of a match with dice of two hands",
		Long:              joinHelp,
		Example:           "  loophole join 'http://192.168.1.5:8047/m/ON2Kcd_XJZa_#YuMqS0hkdJXqkhEUMVLSfA'",
		Args:              exactly("LINK"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.join(cmd.Context(), args[0], &f) },
	}
	cmd.Flags().StringVar(&f.data, "data", "", "keep keys in this `FOLDER` (default in the user's data folder)")
	cmd.Flags().StringVar(&f.recover, "recover", "", "recover the seat with its recovery `LINE`; - reads it from standard input, which hides it from the list of processes")
	cmd.MarkFlagDirname("data")
	return cmd
}

// join plays the match of a link. It claims the seat first if this program has not done so.
func (c *console) join(ctx context.Context, link string, f *joinFlags) error {
	w, err := remoteOf(link)
	if err != nil {
		return err
	}
	k, err := seatKept(f, w)
	if err != nil {
		return err
	}
	free, err := k.lock()
	if err != nil {
		return err
	}
	defer free()
	if f.recover == "-" {
		if f.recover, err = c.oneLine(); err != nil {
			return fmt.Errorf("--recover -: %w", err)
		}
	}
	claimed := !k.Claimed || f.recover != ""
	if claimed {
		if err := k.claim(ctx, w, f.recover); err != nil {
			return err
		}
	}
	w.token = k.Token
	t, err := c.newJoinedMatch(w, k)
	if err != nil {
		return err
	}
	t.say("You play %s. The key of the seat is in %s.\n", k.Side, k.file)
	if claimed {
		t.say("To continue on another machine (anyone with this command can take the seat):\n  "+program+" join '%s' --recover %s\n", w.link(), k.Root)
	}
	return t.run(ctx)
}

// oneLine reads one line of standard input, and no byte after it.
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

// claim claims the seat with a new key and chain, or with those of a recovery line. It stores
// them before it sends the claim, so a lost answer loses nothing.
func (k *keptSeat) claim(ctx context.Context, w *remote, recovery string) error {
	if k.Token != "" && recovery == "" {
		if (&remote{w.base, w.id, k.Token, w.client}).ask(ctx, "GET", "", nil, nil) == nil {
			k.Claimed = true // An earlier claim succeeded, and its answer was lost.
			return k.keep()
		}
	}
	if w.token == "" {
		return errors.Join(errors.New("the link has no token: copy the whole link, with # and the text after it"), k.restore())
	}
	was := *k
	if err := k.fetchTerms(ctx, w); err != nil {
		return errors.Join(err, was.restore())
	}
	if err := k.makeSecret(recovery); err != nil {
		return errors.Join(err, was.restore())
	}
	s, err := k.secret()
	if err != nil {
		return errors.Join(err, was.restore())
	}
	if err := k.keep(); err != nil {
		return err
	}
	h := s.Hand()
	claim := map[string]any{"token": k.Token, "hand": server.HandIn{Key: h.Key, End: h.End}}
	err = w.ask(ctx, "POST", "/seats/"+url.PathEscape(k.Side)+"/claim", claim, nil)
	switch {
	case err == nil:
		k.Claimed = true
		return k.keep()
	case unreachable(err):
		return err // The server may have accepted the claim.
	case kindOf(err) == "hand-stands":
		err = fmt.Errorf("the seat of %s was claimed with another key: give its recovery line with --recover", k.Side)
	}
	return errors.Join(err, was.restore())
}

// makeSecret sets the root of key and chain, and the token. It keeps those that exist, unless a
// recovery line gives another root.
func (k *keptSeat) makeSecret(recovery string) error {
	if recovery != "" {
		root, err := hands.ParseValue(strings.TrimSpace(recovery))
		if err != nil {
			return fmt.Errorf("--recover: this is not a recovery line: %w", err)
		}
		if k.Root != root.String() {
			k.Root, k.Memory = root.String(), hands.Memory{}
		}
		k.Token = ""
	}
	if k.Root == "" {
		var root hands.Value
		rand.Read(root[:]) // It never fails: the runtime stops the program if the system has no randomness.
		k.Root = root.String()
	}
	if k.Token == "" {
		k.Token = rand.Text()
	}
	return nil
}

// fetchTerms reads side and terms of the match, and checks that this program has its rules.
func (k *keptSeat) fetchTerms(ctx context.Context, w *remote) error {
	var s server.State
	if err := w.ask(ctx, "GET", "", nil, &s); err != nil {
		return err
	}
	var x server.HandLines
	switch err := w.ask(ctx, "GET", "/hands", nil, &x); {
	case kindOf(err) == "no-hands":
		return fmt.Errorf("this match does not have dice of two hands: play it in a browser, at %s/m/%s", w.base, w.id)
	case err != nil:
		return err
	case s.You.Side == "":
		return errors.New("this is the link of a spectator: ask for the link of a seat")
	}
	var h match.Header
	if err := record.DecodeStrict([]byte(x.Terms), &h); err != nil {
		return fmt.Errorf("the terms of the match: %w", err)
	}
	if _, err := h.NewInstance(findGame); err != nil {
		return recordError("", err)
	}
	k.Side, k.Terms = s.You.Side, x.Terms
	return nil
}

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/server"
	"loophole/internal/usertext"
	"loophole/scenario"
)

const inviteHelp = `Create a match with dice of two hands on a server and print the links of its seats.
Keep one link for yourself and send the other; loophole join opens them. SERVER is the
address of a tabletop that loophole serve runs, such as http://192.168.1.5:8047.

The first program that opens a link takes the seat. If a player does not give a value
within --wait, the other may claim the game (--away forfeit), or the server stands in
and marks each roll (--away server).

Scenarios with hidden pieces cannot have these dice, because the program of each player
plays the whole game. Create them in the browser, with other dice.`

// inviteFlags are the flags of invite.
type inviteFlags struct {
	gameFlags
	away string
	wait time.Duration
}

func (c *console) inviteCommand() *cobra.Command {
	var f inviteFlags
	cmd := &cobra.Command{
		Use:   "invite SERVER [RULESET] SCENARIO|FILE",
		Short: "Create a match with dice of two hands on a server",
		Long:  inviteHelp,
		Example: `  loophole invite http://192.168.1.5:8047 block
  loophole invite https://play.example.org tideofiron row --away server \
      --wait 48h`,
		Args:              argRange(2, 3, "SERVER or SCENARIO"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.invite(cmd.Context(), args, &f) },
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "let the server play a side, with a hand of its own: `SIDE=POLICY`")
	fl.StringVar(&f.away, "away", hands.Forfeit, "what happens after --wait: `RULE` forfeit or server")
	fl.DurationVar(&f.wait, "wait", 24*time.Hour, "how long a player may take to give a value: a `TIME` in whole seconds, such as 90s or 48h")
	fl.BoolVar(&f.strict, "strict", false, "reject values that are not published with certainty")
	f.houseFlags(cmd)
	return cmd
}

// invite creates a match and prints its links.
func (c *console) invite(ctx context.Context, args []string, f *inviteFlags) error {
	server := strings.TrimSuffix(args[0], "/")
	if !strings.HasPrefix(server, "http://") && !strings.HasPrefix(server, "https://") {
		return fmt.Errorf("%.80q is not the address of a server: give one such as http://192.168.1.5:8047", args[0])
	}
	b, err := c.scenarioOf(args[1:])
	if err != nil {
		return err
	}
	instance, err := c.setUp(b, &f.gameFlags)
	if err != nil {
		return err
	}
	w, err := f.newMatch(b, instance, args[len(args)-1])
	if err != nil {
		return err
	}
	begun, err := createMatch(ctx, server, w)
	if err != nil {
		return err
	}
	for side, name := range begun.Sides {
		if w.Seats[side].Policy == "" {
			fmt.Fprintf(c.out, "%s:\n  "+program+" join '%s%s'\n", name, server, begun.Links[name])
		}
	}
	fmt.Fprintf(c.out, "spectators:\n  %s%s\n", server, begun.Links["spectator"])
	return nil
}

// newMatch returns the match that the flags ask for.
func (f *inviteFlags) newMatch(b *scenario.Scenario, instance *game.Instance, name string) (*server.NewMatch, error) {
	w := &server.NewMatch{
		Ruleset: b.Ruleset, Scenario: b.Name, House: map[string]string{}, Strict: f.strict, Seats: make([]server.NewSeat, 2),
		Terms: &server.HandTerms{Dice: dice.FromHands, Away: f.away, Wait: int(f.wait / time.Second)},
	}
	if f.wait < time.Second || f.wait%time.Second != 0 {
		return nil, fmt.Errorf("--wait %v: give whole seconds, 1 or more", f.wait)
	}
	if f.away != hands.Forfeit && f.away != hands.Server {
		return nil, fmt.Errorf("--away %s: give forfeit or server", f.away)
	}
	if _, err := scenario.Find(b.Ruleset, name); err != nil { // It is a file.
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		w.Ruleset, w.Scenario, w.YAML = "", "", string(text)
	}
	for _, s := range instance.House.Overrides() {
		w.House[s.Path] = s.Value
	}
	names, err := playedByPolicy(instance, f.policies)
	for side, policy := range names {
		w.Seats[side] = server.NewSeat{Policy: policy, Invite: policy == ""}
	}
	return w, err
}

// createMatch asks a server to create a match.
func createMatch(ctx context.Context, address string, w *server.NewMatch) (*server.CreatedMatch, error) {
	body, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/api/v1/matches", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := (&http.Client{Timeout: 30 * time.Second}).Do(r)
	if err != nil {
		return nil, connectionError(address, err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, mostRead))
	if err != nil {
		return nil, err
	}
	if a.StatusCode != http.StatusCreated {
		var p server.Problem
		if json.Unmarshal(text, &p) != nil || p.Detail == "" {
			return nil, fmt.Errorf("%s answers %s", address, a.Status)
		}
		return nil, fmt.Errorf("%s: %s", address, usertext.Shown(p.Detail))
	}
	var b server.CreatedMatch
	return &b, json.Unmarshal(text, &b)
}

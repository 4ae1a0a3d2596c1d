package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/server"
	"loophole/internal/twohands"
	"loophole/internal/usertext"
	"loophole/match"
	"loophole/rule"
)

// A joinedMatch is a match with dice of two hands on a server, of which one side is played at
// this terminal.
type joinedMatch struct {
	*terminalGame
	remote *remote
	kept   *keptSeat
	player *twohands.Player
	me     int
	low    int // the chain is renewed when this many values are left

	wakeAfter func(time.Duration) // calls catchUp again after a time
	owedAt    int                 // the number of lines when the other side last had to give a value
	owed      time.Time           // when this program learnt of it
	mu        sync.Mutex          // held while the match is read or changed, not while waiting
	lastSaid  string              // what sayOnce said last
	undoAsked bool                // the player was told that the other side asks to undo
	rejected  error               // a line that breaks the rules
}

// newJoinedMatch sets up a match at the terminal from its terms.
func (c *console) newJoinedMatch(w *remote, k *keptSeat) (*joinedMatch, error) {
	s, err := k.secret()
	if err != nil {
		return nil, err
	}
	m, err := match.Open([]byte(k.Terms), findGame, nil)
	if err != nil {
		return nil, recordError("", err)
	}
	j := &joinedMatch{remote: w, kept: k, low: hands.RenewBelow, player: twohands.NewPlayer(findGame, s, k.Memory), me: slices.Index(m.Instance.Sides[:], rule.Side(k.Side))}
	var names [2]string
	for side, x := range m.Header.Seats {
		if name, ok := strings.CutPrefix(x.Player, "policy "); ok {
			names[side] = name
		}
	}
	if j.terminalGame, err = c.table(m.Instance, names, 0); err != nil {
		return nil, err
	}
	j.apart = names[1-j.me] == ""
	j.match, j.wakeAfter = m, func(time.Duration) {}
	return j, nil
}

// run plays until the end of the match is signed, the player quits, or the input ends.
func (j *joinedMatch) run(ctx context.Context) error {
	restore, err := j.openKeyboard()
	if err != nil {
		return err
	}
	defer restore()
	if j.editor != nil { // Completion reads the match.
		complete := j.editor.AutoCompleteCallback
		j.editor.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
			j.mu.Lock()
			defer j.mu.Unlock()
			return complete(line, at, key)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	wakes := func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	j.wakeAfter = func(d time.Duration) { time.AfterFunc(d, wakes) }
	go j.remote.listen(ctx, wakes)
	typed := make(chan string)
	go j.readLines(ctx, typed)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-wake:
			err = j.locked(func() error { return j.catchUp(ctx) })
		case line, open := <-typed:
			if !open {
				return j.stopEarly(io.EOF)
			}
			err = j.locked(func() error { return j.handleLine(ctx, line) })
		}
		if errors.Is(err, errEnded) {
			return nil
		}
		if err != nil {
			return j.stopEarly(err)
		}
	}
}

// errEnded reports that both sides have signed the end, or that one lost by not giving a value.
var errEnded = errors.New("the match has ended")

// locked calls a function while it holds the mutex.
func (j *joinedMatch) locked(do func() error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return do()
}

// readLines sends the typed lines to a channel, and closes it at the end of the input.
func (j *joinedMatch) readLines(ctx context.Context, typed chan<- string) {
	defer close(typed)
	for {
		line, err := j.lines.ReadString('\n')
		if err != nil && line == "" {
			return
		}
		select {
		case typed <- strings.TrimSpace(line):
		case <-ctx.Done():
			return
		}
	}
}

// catchUp replays new lines, gives the values that this side owes, and tells the player what to
// do.
func (j *joinedMatch) catchUp(ctx context.Context) error {
	for {
		if err := j.fetchLines(ctx); err != nil {
			return j.retryLater(err)
		}
		if !j.player.Owes() || j.player.Behind() || j.player.Left() == 0 {
			break
		}
		if err := j.revealValue(ctx); err != nil {
			return j.retryLater(err)
		}
	}
	if j.player.Match == nil {
		j.sayOnce("Waiting for the other player to take their seat.")
		return nil
	}
	j.showNew()
	if j.player.Behind() {
		j.sayOnce(fmt.Sprintf("The server has %d lines, but this program has seen line %d: the end was cut off. This program signs nothing until the lines are back.", j.player.Hands.Lines, j.player.Memory().Lines))
		return nil
	}
	if !j.player.Mine() {
		j.rejected = invalid(errors.New("the key and chain of this seat differ from those stored here: someone else plays this seat, or the server claims so"))
		return j.rejected
	}
	if j.player.Over() {
		return j.retryLater(j.finish(ctx))
	}
	if err := j.renewChain(ctx); err != nil {
		return j.retryLater(err)
	}
	return j.retryLater(j.showWaiting(ctx))
}

// retryLater returns nil for an error that another try may solve: the next event of the server
// causes one.
func (j *joinedMatch) retryLater(err error) error {
	switch {
	case err == nil:
		return nil
	case kindOf(err) == "moved-on": // The other side was faster. Its line arrives next.
		return nil
	case unreachable(err) && j.rejected == nil && !errors.Is(err, errEnded):
		j.sayOnce("The server cannot be reached: " + usertext.Shown(err.Error()))
		return nil
	}
	return err
}

// sayOnce prints a text unless it printed the same text last.
func (j *joinedMatch) sayOnce(text string) {
	if text != j.lastSaid {
		j.lastSaid = text
		j.say("%s\n", text)
	}
}

// fetchLines replays the new lines of the server. After a line that breaks the rules this program
// signs and gives nothing more.
func (j *joinedMatch) fetchLines(ctx context.Context) error {
	for {
		var x server.HandLines
		if err := j.remote.ask(ctx, "GET", fmt.Sprint("/hands?from=", j.player.Hands.Lines+1), nil, &x); err != nil {
			return err
		}
		for _, line := range x.Lines {
			if err := j.takeLine([]byte(line)); err != nil {
				return err
			}
		}
		if len(x.Lines) == 0 || j.player.Hands.Lines >= x.Count {
			return j.saveMemory()
		}
	}
}

// takeLine replays one line and shows it.
func (j *joinedMatch) takeLine(line []byte) error {
	first := j.player.Match == nil
	if err := j.player.Follow(line); err != nil {
		j.showNew()
		j.rejected = invalid(fmt.Errorf("%w\nThe line is\n  %s\nIt breaks the rules of the match, so this program signs nothing and gives no values any more. The\nother side cheats, or has another version of the rules", err, usertext.Shown(string(line))))
		return j.rejected
	}
	if first {
		j.match, j.instance = j.player.Match, j.player.Match.Instance
		j.say("The match has begun: %s, %s, with dice of two hands.\nThe checksum of its first line is %s.\n", j.instance.Game.Rules.Title, j.instance.Scenario, j.player.Hands.Sum)
		j.scene()
	}
	j.explainLine(j.player.Hands.Last)
	return nil
}

// explainLine prints what a line does, if the record does not show it.
func (j *joinedMatch) explainLine(e hands.Entry) {
	switch {
	case e.Kind == hands.Away:
		j.say("The server stands in for the absent player and could foresee this roll.\n")
	case e.Kind == hands.Act && e.Text == twohands.Refuse:
		j.say("%s does not consent; the action is not undone.\n", game.Capital(e.By))
	case e.Kind == hands.Act && e.Text == twohands.Undo && j.player.Asks() == j.me:
		j.say("%s is asked for consent.\n", game.Capital(string(j.instance.Sides[1-j.me])))
	}
}

// saveMemory stores which lines this program has seen.
func (j *joinedMatch) saveMemory() error {
	if m := j.player.Memory(); m.Sum != j.kept.Memory.Sum || len(m.Given) != len(j.kept.Memory.Given) {
		j.kept.Memory = m
		return j.kept.keep()
	}
	return nil
}

// revealValue gives the value that this side owes. Before that it stores the question of the
// value, so that the value is never given for another question.
func (j *joinedMatch) revealValue(ctx context.Context) error {
	e, err := j.player.Reveal()
	if err != nil {
		j.rejected = invalid(err)
		return j.rejected
	}
	j.kept.Memory = j.player.Memory()
	if err := j.kept.keep(); err != nil {
		return internalError(err)
	}
	return j.send(ctx, e)
}

// renewChain signs a new chain when few values of the current one are left and no question is
// open.
func (j *joinedMatch) renewChain(ctx context.Context) error {
	if _, asked := j.player.Hands.Asked(); asked || j.player.Left() > j.low {
		return nil
	}
	e, err := j.player.Renew()
	if err == nil {
		err = j.send(ctx, e)
	}
	if kindOf(err) == "full" { // The match takes no more actions, so nothing is rolled.
		return nil
	}
	if err == nil {
		err = j.fetchLines(ctx)
	}
	j.showNew()
	return err
}

// send posts a signed entry.
func (j *joinedMatch) send(ctx context.Context, e hands.Entry) error {
	return j.remote.ask(ctx, "POST", "/hands", signedEntry{j.player.Hands.Sum, entryOf(e)}, nil)
}

// showWaiting tells the player who must do what next.
func (j *joinedMatch) showWaiting(ctx context.Context) error {
	s, g := j.match.Status(), j.player
	other := j.instance.Sides[1-j.me]
	if asks := g.Asks() == 1-j.me; asks != j.undoAsked {
		if j.undoAsked = asks; asks {
			j.say("%s asks to undo the last action: type yes or no.\n", other)
		}
	}
	switch _, begun := j.match.Pending(); {
	case g.Hands.Owes() == string(other):
		return j.showOwed(ctx)
	case g.Owes(): // Other values were given before: the chain is used up.
		j.sayOnce("The chain of this side is used up, so it cannot give a value. It is renewed when no question is open.")
	case g.Decides() == j.me:
		j.sayOnce(j.choiceText())
	case g.Decides() != twohands.Nobody:
		j.sayOnce(fmt.Sprintf("%s decides: %s", other, j.instance.Spoken(g.Open().Choice.Why)))
	case begun:
	case s.Side == j.me:
		text := fmt.Sprintf("%s, round %d, %s> ", j.instance.Sides[s.Side], s.Round, s.Phase)
		if at := text + g.Hands.Sum; at != j.lastSaid {
			j.lastSaid = at
			j.prompt(text)
			if j.editor == nil {
				j.say("\n")
			}
		}
	default:
		j.prompt("")
		j.sayOnce(fmt.Sprintf("%s, round %d, %s: waiting for %s to act.", j.instance.Sides[s.Side], s.Round, s.Phase, other))
	}
	return nil
}

// owedGrace is how long a value may be owed before the player is told: programs give values
// without help.
const owedGrace = 5 * time.Second

// showOwed tells the player, after owedGrace, until when the other side must give its value.
func (j *joinedMatch) showOwed(ctx context.Context) error {
	if n := j.player.Hands.Lines; n != j.owedAt {
		j.owedAt, j.owed = n, time.Now()
		j.wakeAfter(owedGrace)
	}
	if time.Since(j.owed) < owedGrace {
		return nil
	}
	var s server.State
	if err := j.remote.ask(ctx, "GET", "", nil, &s); err != nil || s.Hands == nil || s.Hands.Owes == nil {
		return err
	}
	o := s.Hands.Owes
	then := map[string]string{"forfeit": "; after that, type forfeit to claim the game", "server": "; after that, the server stands in"}[o.Then]
	until, err := time.Parse(time.RFC3339, o.Until)
	if err != nil {
		return err
	}
	j.sayOnce(fmt.Sprintf("%s must give its value by %s%s.", o.Side, until.Local().Format("2 January 15:04:05"), then))
	return nil
}

// choiceText describes the open decision with its options.
func (j *joinedMatch) choiceText() string {
	c := j.player.Open().Choice
	var b strings.Builder
	fmt.Fprintf(&b, "%s [%s]", game.Capital(c.By.WithVerb("choose"))+": "+j.instance.Spoken(c.Why), c.Cite)
	for i, o := range c.Options {
		fmt.Fprintf(&b, "\n  %d) %s", i+1, j.instance.Spoken(o))
	}
	return b.String()
}

// finish shows the end of the game and has both sides sign it. The first side that a person
// plays writes the line when the other has consented.
func (j *joinedMatch) finish(ctx context.Context) error {
	g := j.player
	if lost := g.Lost(); lost != twohands.Nobody {
		j.sayOnce(fmt.Sprintf("The game is over: %s did not give its value in the agreed time and has lost.", j.instance.Sides[lost]))
		return errEnded
	}
	if g.Hands.Closed() {
		j.say("Both sides have confirmed the result. The checksum of the last line is\n%s.\n", g.Hands.Sum)
		return errEnded
	}
	if !strings.HasPrefix(j.lastSaid, "The game is over.") {
		j.prompt("")
		j.scene()
		j.sayOnce("The game is over. " + j.verdict(j.match.Status()) + "\nBoth sides confirm the result when the other player is connected.")
	}
	return j.signEnd(ctx)
}

// signEnd takes the next step of this side towards a signed end.
func (j *joinedMatch) signEnd(ctx context.Context) error {
	writer := 0 // The first side that a person plays.
	if j.player.Policy(0) {
		writer = 1
	}
	e := hands.Entry{Kind: hands.Close, By: string(j.instance.Sides[writer])}
	var s server.State
	if err := j.remote.ask(ctx, "GET", "", nil, &s); err != nil || s.Hands == nil || s.Hands.Sum != j.player.Hands.Sum {
		return err
	}
	at := slices.IndexFunc(s.Hands.Offers, func(o server.HandEntry) bool { return o.Kind == hands.Close && o.By == e.By })
	switch {
	case writer != j.me && at >= 0 && s.Hands.Offers[at].Consent == "":
		e.Consent = j.player.Consent(e)
		return j.remote.ask(ctx, "POST", "/hands/consents", signedEntry{s.Hands.Sum, entryOf(e)}, nil)
	case writer == j.me && at < 0:
		return j.remote.ask(ctx, "POST", "/hands/consents", signedEntry{s.Hands.Sum, entryOf(e)}, nil)
	case writer == j.me && s.Hands.Offers[at].Consent != "":
		e.Consent = s.Hands.Offers[at].Consent
		e, err := j.player.Sign(e)
		if err != nil {
			return err
		}
		return j.send(ctx, e)
	}
	return nil
}

// handsNote returns a note for a roll with dice of two hands, or "".
func handsNote(e match.Entry) string {
	if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled && e.Rule.From == dice.FromHands {
		return " (" + dice.FromHands + ")"
	}
	return ""
}

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
	"loophole/internal/twohands"
	"loophole/internal/usertext"
	"loophole/match"
	"loophole/rule"
	"loophole/tabletop"
)

// A joined is a match of two hands that is played at the terminal, by one side.
type joined struct {
	*terminalGame
	remote *remote
	kept   *keptSeat
	player *twohands.Player
	me     int
	low    int // the chain is renewed when so few values are left

	again   func(time.Duration) // has it heard again after a while
	owedAt  int                 // the lines by which the other owes its value
	owed    time.Time           // since when that is known here
	mu      sync.Mutex          // held while anything is looked at or done, but not while it waits
	told    string              // what was said last of who is waited for
	asked   bool                // it was said that the other asks to take back
	refused error               // a line that does not follow
}

// joins sets the match up at the terminal, as far as its terms go.
func (c *console) joins(w *remote, k *keptSeat) (*joined, error) {
	s, err := k.secret()
	if err != nil {
		return nil, err
	}
	m, err := match.Open([]byte(k.Terms), shelf, nil)
	if err != nil {
		return nil, broken(err)
	}
	j := &joined{remote: w, kept: k, low: hands.Low, player: twohands.NewPlayer(shelf, s, k.Memory), me: slices.Index(m.Fight.Sides[:], rule.Side(k.Side))}
	var names [2]string
	for side, x := range m.Header.Seats {
		if name, ok := strings.CutPrefix(x.Player, "policy "); ok {
			names[side] = name
		}
	}
	if j.terminalGame, err = c.table(m.Fight, names, 0); err != nil {
		return nil, err
	}
	j.match, j.again = m, func(time.Duration) {}
	return j, nil
}

// plays plays until the match has its end, or nobody wants to.
func (j *joined) plays(ctx context.Context) error {
	restore, err := j.keyboard()
	if err != nil {
		return err
	}
	defer restore()
	if j.editor != nil { // What completes a line looks at the match.
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
	j.again = func(d time.Duration) { time.AfterFunc(d, wakes) }
	go j.remote.listen(ctx, wakes)
	typed := make(chan string)
	go j.reads(ctx, typed)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-wake:
			err = j.locked(func() error { return j.hears(ctx) })
		case line, open := <-typed:
			if !open {
				return j.stopped(io.EOF)
			}
			err = j.locked(func() error { return j.types(ctx, line) })
		}
		if errors.Is(err, errEnded) {
			return nil
		}
		if err != nil {
			return j.stopped(err)
		}
	}
}

// errEnded says that both have signed the end, or that one has lost by what he owed.
var errEnded = errors.New("the match has its end")

func (j *joined) locked(do func() error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return do()
}

// reads hands typed lines on.
func (j *joined) reads(ctx context.Context, typed chan<- string) {
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

// hears follows what is new, gives what is owed, and says what is to be done.
func (j *joined) hears(ctx context.Context) error {
	for {
		if err := j.follows(ctx); err != nil {
			return j.later(err)
		}
		if !j.player.Owes() || j.player.Behind() || j.player.Left() == 0 {
			break
		}
		if err := j.gives(ctx); err != nil {
			return j.later(err)
		}
	}
	if j.player.Match == nil {
		j.once("Waiting until the other side has claimed its seat.")
		return nil
	}
	j.caughtUp()
	if j.player.Behind() {
		j.once(fmt.Sprintf("The lines end at %d, and I have seen line %d: the end was cut off. Nothing is signed before it is there again.", j.player.Hands.Lines, j.player.Memory().Lines))
		return nil
	}
	if !j.player.Mine() {
		j.refused = refused(errors.New("the key and the chain of this seat are not those that are kept here: somebody else plays it, or the server says so"))
		return j.refused
	}
	if j.player.Over() {
		return j.later(j.ends(ctx))
	}
	if err := j.renews(ctx); err != nil {
		return j.later(err)
	}
	return j.later(j.waits(ctx))
}

// later takes what can be tried again: the server is asked when something comes.
func (j *joined) later(err error) error {
	switch {
	case err == nil:
		return nil
	case kindOf(err) == "moved-on": // The other was faster. Its line comes.
		return nil
	case away(err) && j.refused == nil && !errors.Is(err, errEnded):
		j.once("The server is not reached: " + usertext.Shown(err.Error()))
		return nil
	}
	return err
}

// once says something, unless it was said last.
func (j *joined) once(text string) {
	if text != j.told {
		j.told = text
		j.say("%s\n", text)
	}
}

// follows takes the lines that are new. One that does not follow is shown, and is the end
// of it: nothing is signed or given after it.
func (j *joined) follows(ctx context.Context) error {
	for {
		var x tabletop.HandLines
		if err := j.remote.ask(ctx, "GET", fmt.Sprint("/hands?from=", j.player.Hands.Lines+1), nil, &x); err != nil {
			return err
		}
		for _, line := range x.Lines {
			if err := j.takes([]byte(line)); err != nil {
				return err
			}
		}
		if len(x.Lines) == 0 || j.player.Hands.Lines >= x.Count {
			return j.remembers()
		}
	}
}

// takes takes one line.
func (j *joined) takes(line []byte) error {
	first := j.player.Match == nil
	if err := j.player.Follow(line); err != nil {
		j.caughtUp()
		j.refused = refused(fmt.Errorf("%w\nThe line is\n  %s\nIt does not follow, so nothing is signed or given any more. Somebody plays false, or plays another version of the rules", err, usertext.Shown(string(line))))
		return j.refused
	}
	if first {
		j.match, j.fight = j.player.Match, j.player.Match.Fight
		j.say("The match has begun: %s, %s. The dice are of two hands; the sum of its first line is %s.\n", j.fight.Game.Rules.Title, j.fight.Scenario, j.player.Hands.Sum)
		j.scene()
	}
	j.says(j.player.Hands.Last)
	return nil
}

// says says what a line is that the record does not show.
func (j *joined) says(e hands.Entry) {
	switch {
	case e.Kind == hands.Away:
		j.say("The server stands in for who is away, and could foresee this roll.\n")
	case e.Kind == hands.Act && e.Text == twohands.Refuse:
		j.say("%s lets it stand.\n", game.Capital(e.By))
	case e.Kind == hands.Act && e.Text == twohands.Undo && j.player.Asks() == j.me:
		j.say("%s is asked.\n", game.Capital(string(j.fight.Sides[1-j.me])))
	}
}

// remembers keeps what was seen.
func (j *joined) remembers() error {
	if m := j.player.Memory(); m.Sum != j.kept.Memory.Sum || len(m.Given) != len(j.kept.Memory.Given) {
		j.kept.Memory = m
		return j.kept.keep()
	}
	return nil
}

// gives gives the value that is owed, once it is kept for which question that is.
func (j *joined) gives(ctx context.Context) error {
	e, err := j.player.Reveal()
	if err != nil {
		j.refused = refused(err)
		return j.refused
	}
	j.kept.Memory = j.player.Memory()
	if err := j.kept.keep(); err != nil {
		return fault(err)
	}
	return j.sends(ctx, e)
}

// renews goes on with a new chain where the one that stands runs low and nothing is asked.
func (j *joined) renews(ctx context.Context) error {
	if _, asked := j.player.Hands.Asked(); asked || j.player.Left() > j.low {
		return nil
	}
	e, err := j.player.Renew()
	if err == nil {
		err = j.sends(ctx, e)
	}
	if kindOf(err) == "full" { // Nobody acts any more, so nothing is rolled.
		return nil
	}
	if err == nil {
		err = j.follows(ctx)
	}
	j.caughtUp()
	return err
}

// sends sends a signed entry.
func (j *joined) sends(ctx context.Context, e hands.Entry) error {
	return j.remote.ask(ctx, "POST", "/hands", signed{j.player.Hands.Sum, entryOf(e)}, nil)
}

// waits says who is to do what.
func (j *joined) waits(ctx context.Context) error {
	s, g := j.match.Status(), j.player
	other := j.fight.Sides[1-j.me]
	if asks := g.Asks() == 1-j.me; asks != j.asked {
		if j.asked = asks; asks {
			j.say("%s asks to take the last action back: type yes or no.\n", other)
		}
	}
	switch _, begun := j.match.Pending(); {
	case g.Hands.Owes() == string(other):
		return j.owes(ctx)
	case g.Owes(): // Only a chain that is used up is not given from.
		j.once("The chain of this side is used up, so it cannot give its value. It is renewed when nothing is asked.")
	case g.Decides() == j.me:
		j.once(j.choice())
	case g.Decides() != twohands.Nobody:
		j.once(fmt.Sprintf("%s is to decide: %s", other, j.fight.Spoken(g.Open().Choice.Why)))
	case begun:
	case s.Side == j.me:
		text := fmt.Sprintf("%s, round %d, %s> ", j.fight.Sides[s.Side], s.Round, s.Phase)
		if at := text + g.Hands.Sum; at != j.told {
			j.told = at
			j.prompt(text)
			if j.editor == nil {
				j.say("\n")
			}
		}
	default:
		j.prompt("")
		j.once(fmt.Sprintf("%s, round %d, %s: it is the turn of %s.", j.fight.Sides[s.Side], s.Round, s.Phase, other))
	}
	return nil
}

// silence is how long a value is waited for in silence: it is given by itself.
const silence = 5 * time.Second

// owes says that the other owes its value, where that lasts.
func (j *joined) owes(ctx context.Context) error {
	if n := j.player.Hands.Lines; n != j.owedAt {
		j.owedAt, j.owed = n, time.Now()
		j.again(silence)
	}
	if time.Since(j.owed) < silence {
		return nil
	}
	var s tabletop.State
	if err := j.remote.ask(ctx, "GET", "", nil, &s); err != nil || s.Hands == nil || s.Hands.Owes == nil {
		return err
	}
	o := s.Hands.Owes
	then := map[string]string{"forfeit": "; from then on type forfeit to claim the game", "server": "; then the server stands in"}[o.Then]
	until, err := time.Parse(time.RFC3339, o.Until)
	if err != nil {
		return err
	}
	j.once(fmt.Sprintf("%s owes its value, until %s%s.", o.Side, until.Local().Format("2 January 15:04:05"), then))
	return nil
}

// choice puts a decision.
func (j *joined) choice() string {
	c := j.player.Open().Choice
	var b strings.Builder
	fmt.Fprintf(&b, "%s [%s]", game.Capital(c.By.Clause("choose"))+": "+j.fight.Spoken(c.Why), c.Cite)
	for i, o := range c.Options {
		fmt.Fprintf(&b, "\n  %d) %s", i+1, j.fight.Spoken(o))
	}
	return b.String()
}

// ends says how the game ended, and has both sign the end: the first side writes it, as
// the other consents.
func (j *joined) ends(ctx context.Context) error {
	g := j.player
	if lost := g.Lost(); lost != twohands.Nobody {
		j.once(fmt.Sprintf("The game is over: %s owed its value for longer than was agreed, and has lost.", j.fight.Sides[lost]))
		return errEnded
	}
	if g.Hands.Closed() {
		j.say("Both sides have signed the end; the sum of the last line is %s.\n", g.Hands.Sum)
		return errEnded
	}
	if !strings.HasPrefix(j.told, "The game is over.") {
		j.prompt("")
		j.scene()
		j.once("The game is over. " + j.verdict(j.match.Status()) + "\nIt is signed when the other side is there.")
	}
	return j.closes(ctx)
}

// closes does what is this side's to do so that both have signed the end.
func (j *joined) closes(ctx context.Context) error {
	writer := 0 // The first side whose seat is a person's.
	if j.player.Policy(0) {
		writer = 1
	}
	e := hands.Entry{Kind: hands.Close, By: string(j.fight.Sides[writer])}
	var s tabletop.State
	if err := j.remote.ask(ctx, "GET", "", nil, &s); err != nil || s.Hands == nil || s.Hands.Sum != j.player.Hands.Sum {
		return err
	}
	at := slices.IndexFunc(s.Hands.Offers, func(o tabletop.HandEntry) bool { return o.Kind == hands.Close && o.By == e.By })
	switch {
	case writer != j.me && at >= 0 && s.Hands.Offers[at].Consent == "":
		e.Consent = j.player.Consent(e)
		return j.remote.ask(ctx, "POST", "/hands/consents", signed{s.Hands.Sum, entryOf(e)}, nil)
	case writer == j.me && at < 0:
		return j.remote.ask(ctx, "POST", "/hands/consents", signed{s.Hands.Sum, entryOf(e)}, nil)
	case writer == j.me && s.Hands.Offers[at].Consent != "":
		e.Consent = s.Hands.Offers[at].Consent
		e, err := j.player.Sign(e)
		if err != nil {
			return err
		}
		return j.sends(ctx, e)
	}
	return nil
}

// handWord is what is said of a roll of two hands.
func handWord(e match.Entry) string {
	if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled && e.Rule.From == dice.FromHands {
		return " (" + dice.FromHands + ")"
	}
	return ""
}

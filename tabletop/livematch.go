package tabletop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// facts of a match that its record does not tell.
type facts struct {
	Title   string            `json:"title"`
	Gist    string            `json:"gist"`
	HotSeat bool              `json:"hotseat"`
	Seeded  bool              `json:"seeded"`          // somebody chose the seed, and so knows the dice
	Roots   map[string]string `json:"roots,omitempty"` // of the server's own hands, by seat
	Chance  uint64            `json:"chance"`          // seed of the decisions of policies: that of the dice if somebody chose it, and otherwise one that tells nothing of them
}

// standing is what changes with a match and is not in its record.
type standing struct {
	Dice     [2]string      `json:"dice"`           // "program" or "typed", by side
	Trays    [2][]uint8     `json:"trays"`          // faces that are used before anything else
	Asks     int            `json:"asks"`           // the side that asks to take back, or nobody
	Wants    [2]bool        `json:"wants"`          // the side asks whether its dice may be typed
	Deletes  [2]bool        `json:"deletes"`        // the side asks to delete the match
	Names    [2]string      `json:"names"`          // of players who have said what they are called
	Claimed  [2]bool        `json:"claimed"`        // whoever sits there made the seat his own
	Hands    [2]*hands.Hand `json:"hands"`          // that players brought with their claims
	Owed     *owing         `json:"owed,omitempty"` // of dice of two hands: who owes a value
	Offers   [2]*offer      `json:"offers"`         // of two hands: what a side asks the other to consent to
	Revision int            `json:"revision"`       // counts its own changes
}

// nobody is no side.
const nobody = -1

// A liveMatch is a match that is being played. Its lock guards all of it.
type liveMatch struct {
	server           *Server
	id               string
	facts            facts
	created, touched time.Time // when it began, and when it changed last
	keys             atomic.Pointer[keys]
	seal             string // SHA-256 of the header
	fight            *game.Instance
	policy           [2]string                  // names, or "" where a person plays
	memory           *policy.TranspositionTable // of both policies, which are made anew for each decision
	labels           []wire.Assumption
	bundled          bool // its scenario comes with the program

	mu       sync.Mutex
	match    *match.Match
	hands    *twoHands // nil where the dice are others
	random   *dice.Random
	standing standing
	question *rule.UnansweredError // of the action that is begun
	pending  [][]byte              // lines that are not kept yet
	kept     int                   // lines that are
	answered []string              // keys of requests whose answers are kept, the oldest first
	reseat   *store.Reseat         // a seat that has a new key, which is not kept yet
	eyes     *viewCache
	veil     *fogOfWar
	numbers  publicNumbers
	spoken   jsonCache
	watchers map[chan struct{}]seat
	here     string // who listens, as JSON; empty where that is to be found anew
	driving  bool
	broken   error // why the table cannot be used any more

	refs int       // guarded by the hall
	used time.Time // guarded by the hall
}

// Write takes a line of the record; a table is the file that its match writes.
func (t *liveMatch) Write(line []byte) (int, error) {
	t.pending = append(t.pending, bytes.Clone(line))
	return len(line), nil
}

// mostRemembered is how many bytes of what the policies of a match worked out are
// kept while its table is laid: some dozens of decisions of the one that looks furthest.
const mostRemembered = 1 << 20

// lay sets a table up from what is kept of its match.
func (s *Server) lay(x *store.Match) (*liveMatch, error) {
	t, f, err := tableOf(x)
	if err != nil {
		return nil, fmt.Errorf("tabletop: match %s: %w", x.ID, err)
	}
	t.server = s
	t.fight = t.match.Fight
	sum := sha256.Sum256(x.Lines[0])
	t.seal = hex.EncodeToString(sum[:])
	for side, seat := range f.Header.Seats {
		t.policy[side], _ = strings.CutPrefix(seat.Player, byPolicy)
		if t.policy[side] == seat.Player {
			t.policy[side] = ""
		}
	}
	t.labels, t.bundled = labelsOf(t.fight.House), bundled(t.fight)
	t.eyes = &viewCache{fight: t.fight}
	t.veil = newVeil(t.match, t.eyes)
	return t, t.resumePending()
}

// tableOf sets up what of a table needs no server: what is kept of its match, and the
// game, gone on with.
func tableOf(x *store.Match) (*liveMatch, *match.File, error) {
	f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
	if err != nil {
		return nil, nil, err
	}
	t := &liveMatch{id: x.ID, created: x.Created, touched: x.Touched, memory: policy.NewTranspositionTable(mostRemembered), kept: len(x.Lines), answered: x.Keys, watchers: map[chan struct{}]seat{}}
	if err := errors.Join(json.Unmarshal(x.InfoJSON, &t.facts), json.Unmarshal(x.StateJSON, &t.standing)); err != nil {
		return nil, nil, err
	}
	seats := keys{}
	for h, word := range x.Seats {
		seats[h] = seatWords[word]
	}
	t.keys.Store(&seats)
	if err = t.layHands(&f.Header); err == nil {
		err = t.resume(f, x)
	}
	return t, f, err
}

// resumePending plays an action that is begun as far as its answers go, and keeps what
// comes of it.
func (t *liveMatch) resumePending() error {
	if t.hands != nil {
		return t.goOnHands()
	}
	a, open := t.match.Pending()
	if !open {
		return nil
	}
	if err := t.playAction(a, nil); err != nil {
		return err
	}
	if len(t.pending) == 0 {
		return nil
	}
	return t.commit(nil)
}

// playAction plays an action, or goes on with it, and remembers the question that it
// stops at.
func (t *liveMatch) playAction(a game.Action, given *suppliedAnswer) error {
	t.question = nil
	err := t.match.Play(a, &seatSource{table: t, given: given})
	if errors.As(err, &t.question) {
		return nil
	}
	return err
}

// commit keeps the lines that were written, and what stands beside them. If it
// fails, the table is broken: what it shows is not what is kept, so it is laid
// anew from the store by whoever comes next.
func (t *liveMatch) commit(a *store.Reply) error {
	t.standing.Revision++
	standing, err := json.Marshal(t.standing)
	if err == nil {
		err = t.server.store.Add(store.Append{
			Match: t.id, From: t.kept, Lines: t.pending, Hands: t.handsToKeep(), Standing: standing, Over: t.over(), Answer: a, Reseat: t.reseat,
		})
	}
	if err != nil {
		t.broken = err
		t.server.hall.forget(t)
		t.wake()
		return err
	}
	t.touched = time.Now()
	t.kept += len(t.pending)
	t.pending = nil
	t.handsKept()
	if t.reseat != nil {
		t.newKeys(t.reseat)
		t.reseat = nil
	}
	t.veil.extend(t.match)
	t.wake()
	return nil
}

// writeLocked does something with the lock of the table.
func (t *liveMatch) writeLocked(do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	do()
}

// readLocked is locked for what changes nothing, and lets go before what does. It
// waits for the lock and for its turn, but never for one while it has the other.
func (t *liveMatch) readLocked(do func()) {
	for done := false; !done; {
		t.server.looks.do(func() {
			if done = t.mu.TryLock(); done {
				defer t.mu.Unlock()
				do()
			}
		})
		if !done {
			t.writeLocked(func() {})
		}
	}
}

// over reports whether the game is over.
func (t *liveMatch) over() bool {
	if t.lostSide() != nobody {
		return true
	}
	_, open := t.match.Pending()
	return !open && t.match.Status().Over
}

// sequence is the number of entries, which is that of the last line of the record.
func (t *liveMatch) sequence() int { return len(t.match.Entries) }

// wake tells whoever watches that there is something new.
func (t *liveMatch) wake() {
	for w := range t.watchers {
		select {
		case w <- struct{}{}:
		default: // He has been told, and has not looked yet.
		}
	}
}

// acting is the side whose action is being played, or whose turn it is.
func (t *liveMatch) acting() int {
	if o, open := t.match.PendingRange(); open {
		return o.By
	}
	return t.match.Status().Side
}

// answers is the side that the open question is put to.
func (t *liveMatch) answers() int {
	if t.question == nil {
		return t.acting()
	}
	if t.question.Choice.Why != "" {
		return t.sideOf(t.question.Choice.By)
	}
	return t.throws(t.question.Roll)
}

// throws is the side whose dice a roll is.
func (t *liveMatch) throws(r rule.Roll) int { return match.Thrower(r, t.fight.Sides, t.acting()) }

// may reports whether a seat may act for a side: it sits there, and no policy
// does.
func (t *liveMatch) may(who seat, side int) bool { return who.sits(side) && t.policy[side] == "" }

// sideOf is the number of a side; of a name that is no side's, the one that
// acts.
func (t *liveMatch) sideOf(name rule.Side) int {
	if i := slices.Index(t.fight.Sides[:], name); i >= 0 {
		return i
	}
	return t.acting()
}

// sideNamed is the number of the side that a request names.
func (t *liveMatch) sideNamed(name string) (int, error) {
	if i := slices.Index(t.sides(), name); i >= 0 {
		return i, nil
	}
	return 0, problem(http.StatusNotFound, "no-side", "there is no side %q; the sides are %s and %s", usertext.Truncate(name), t.side(0), t.side(1))
}

// sit finds the table of a match for a token of it, which whoever has the lock finds
// the seat of: it may have been claimed by then. The table is to be
// released.
func (s *Server) sit(ctx context.Context, id, authorization string) (*liveMatch, store.Hash, error) {
	token, ok := bearer(authorization)
	if !ok {
		return nil, store.Hash{}, unauthorized()
	}
	t, err := s.hall.table(ctx, id)
	if err != nil {
		return nil, store.Hash{}, err
	}
	key := store.Hash(sha256.Sum256([]byte(token)))
	if _, ok := t.seatOf(key); !ok {
		s.hall.release(t)
		return nil, key, wrongToken()
	}
	return t, key, nil
}

func wrongToken() *Problem {
	return problem(http.StatusForbidden, "wrong-token", "the token is not one of this match, or somebody has claimed the seat since")
}

// bundled reports whether the scenario of a fight is one that comes with the program, as it
// is there, and can be begun again by its name.
func bundled(f *game.Instance) bool {
	b, err := scenario.Find(f.Game.Rules.ID, f.Scenario)
	if err != nil {
		return false
	}
	fresh, err := scenario.NewInstance(f.Game, b, f.House)
	if err != nil {
		return false
	}
	mine, err := json.Marshal(f.Setup)
	theirs, wrong := json.Marshal(fresh.Setup)
	return err == nil && wrong == nil && bytes.Equal(mine, theirs)
}

// labelsOf lists the labelled defaults of the rulebook that a house leaves as
// they are.
func labelsOf(h *rule.HouseRules) []wire.Assumption {
	given := map[string]bool{}
	for _, s := range h.Overrides() {
		given[s.Path] = true
	}
	list := []wire.Assumption{}
	for _, f := range h.Rules().Facts {
		if f.Confidence != rule.Sure && !given["facts."+f.Name] {
			list = append(list, wire.Assumption{Name: "facts." + f.Name, Value: f.Value, Confidence: f.Confidence.String(), Clause: f.Cite, Text: f.Text})
		}
	}
	return list
}

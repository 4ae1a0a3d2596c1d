package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// matchInfo is the unchanging data of a match that its record does not have.
type matchInfo struct {
	Title   string            `json:"title"`
	Gist    string            `json:"gist"`
	HotSeat bool              `json:"hotseat"`
	Seeded  bool              `json:"seeded"`           // the creator chose the seed and so knows the dice
	Hints   string            `json:"hints,omitempty"`  // "on" or "off" as requested, or "" for the default
	Roots   map[string]string `json:"roots,omitempty"`  // seeds of the server's own hands, by seat
	Phones  *phoneInfo        `json:"phones,omitempty"` // of a match on two devices without a server
	Chance  uint64            `json:"chance"`           // seed of the policies' decisions: the seed of the dice if it was chosen, else a random one unrelated to the dice
}

// session is the changing data of a match that its record does not have.
type session struct {
	Dice     [2]string      `json:"dice"`             // "program", "typed" or "two hands", by side
	Trays    [2][]uint8     `json:"trays"`            // faces that are used first
	Asks     int            `json:"asks"`             // the side that asks for an undo, or nobody
	Wants    [2]bool        `json:"wants"`            // the side asks for typed dice
	Deletes  [2]bool        `json:"deletes"`          // the side asks to delete the match
	Names    [2]string      `json:"names"`            // player names set during the match
	Claimed  [2]bool        `json:"claimed"`          // the seat was claimed
	Hands    [2]*hands.Hand `json:"hands"`            // brought with claims
	Owed     *owedValue     `json:"owed,omitempty"`   // of two-hands dice: the side that owes a value
	Offers   [2]*offer      `json:"offers"`           // of two-hands dice: what a side asks the other to consent to
	Hints    [2]bool        `json:"hints"`            // the side agrees to hints
	Theirs   int            `json:"theirs,omitempty"` // on two devices: the number of lines that the other device is known to have
	Signed   int            `json:"signed,omitempty"` // on two devices: the side of the last signed line
	Revision int            `json:"revision"`         // counts changes of the session
}

// nobody stands for no side.
const nobody = -1

// A liveMatch is a match in memory. Its lock guards all fields, except those marked otherwise.
type liveMatch struct {
	server           *Server
	id               string
	info             matchInfo
	created, touched time.Time // of the match, and of its last change
	keys             atomic.Pointer[keys]
	headerSum        string // SHA-256 of the header
	epoch            int    // of the lease in a shared store
	instance         *game.Instance
	policy           [2]string                   // names, or "" for a person
	weighed          atomic.Pointer[weighedView] // the last evaluation for a hint
	positions        *policy.TranspositionTable  // of both policies, which are created for each decision
	assumptions      []wire.Assumption
	bundled          bool // its scenario is bundled with the program

	mu           sync.Mutex
	match        *match.Match
	hands        *twoHands // nil for other dice
	random       *dice.Random
	session      session
	question     *rule.UnansweredError // of the pending action
	pending      [][]byte              // lines not saved yet
	kept         int                   // number of saved lines
	answered     []string              // keys of requests with kept answers, the oldest first
	reseat       *store.Reseat         // a seat with a new key that is not saved yet
	views        *viewCache
	fog          *fogOfWar
	numbers      publicNumbers
	cached       jsonCache
	watchers     map[chan struct{}]seat
	presenceText string // the listeners, as JSON; "" if it must be computed again
	driving      bool
	broken       error // why the match must be loaded again

	refs int       // guarded by the registry
	used time.Time // guarded by the registry
}

// Write takes a line of the record: the liveMatch is the file that its match writes.
func (t *liveMatch) Write(line []byte) (int, error) {
	t.pending = append(t.pending, bytes.Clone(line))
	return len(line), nil
}

// positionTableBytes is the size in bytes of the policies' transposition table, enough for some
// dozens of decisions of the deepest policy.
const positionTableBytes = 1 << 20

// newLiveMatch sets up a match from the store.
func (s *Server) newLiveMatch(x *store.Match) (*liveMatch, error) {
	t, f, err := resumeMatch(x)
	if err != nil {
		return nil, fmt.Errorf("server: match %s: %w", x.ID, err)
	}
	t.server = s
	t.instance = t.match.Instance
	sum := sha256.Sum256(x.Lines[0])
	t.headerSum = hex.EncodeToString(sum[:])
	for side, seat := range f.Header.Seats {
		t.policy[side], _ = strings.CutPrefix(seat.Player, byPolicy)
		if t.policy[side] == seat.Player {
			t.policy[side] = ""
		}
	}
	t.assumptions, t.bundled = assumptionsOf(t.instance.House), bundled(t.instance)
	t.views = &viewCache{instance: t.instance}
	t.fog = newFogOfWar(t.match, t.views)
	return t, t.resumePending()
}

// resumeMatch sets up the parts of a match that need no server: its data, and the resumed game.
func resumeMatch(x *store.Match) (*liveMatch, *match.File, error) {
	f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
	if err != nil {
		return nil, nil, err
	}
	t := &liveMatch{id: x.ID, epoch: x.Epoch, created: x.Created, touched: x.Touched, positions: policy.NewTranspositionTable(positionTableBytes), kept: len(x.Lines), answered: x.Keys, watchers: map[chan struct{}]seat{}}
	if err := errors.Join(json.Unmarshal(x.InfoJSON, &t.info), json.Unmarshal(x.StateJSON, &t.session)); err != nil {
		return nil, nil, err
	}
	seats := keys{}
	for h, word := range x.Seats {
		seats[h] = seatWords[word]
	}
	t.keys.Store(&seats)
	if err = t.readHandTerms(&f.Header); err == nil {
		err = t.resume(f, x)
	}
	return t, f, err
}

// resumePending plays the pending action as far as its answers go, and saves the result.
func (t *liveMatch) resumePending() error {
	if t.hands != nil {
		return t.resumeHands()
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

// playAction plays or resumes an action and notes the question at which it stops.
func (t *liveMatch) playAction(a game.Action, given *suppliedAnswer) error {
	t.question = nil
	err := t.match.Play(a, &seatSource{live: t, given: given})
	if errors.As(err, &t.question) {
		return nil
	}
	return err
}

// commit saves the new lines and the session. If it fails, the match is marked as broken,
// because memory and store differ. The next request loads it again.
func (t *liveMatch) commit(a *store.Reply) error {
	t.session.Revision++
	kept, err := json.Marshal(t.session)
	if err == nil {
		err = t.server.store.Add(store.Append{
			Match: t.id, Epoch: t.epoch, From: t.kept, Lines: t.pending, Hands: t.handsToKeep(), StateJSON: kept, Over: t.over(), Answer: a, Reseat: t.reseat,
		})
	}
	if err != nil {
		t.broken = err
		t.server.registry.forget(t)
		t.wake()
		return err
	}
	t.touched = time.Now()
	t.kept += len(t.pending)
	t.pending = nil
	t.noteHandsSaved()
	if t.reseat != nil {
		t.newKeys(t.reseat)
		t.reseat = nil
	}
	t.fog.extend(t.match)
	t.wake()
	return nil
}

// writeLocked runs do with the lock.
func (t *liveMatch) writeLocked(do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	do()
}

// readLocked runs do with the lock and a place of the read limiter. It never waits for one while
// it has the other.
func (t *liveMatch) readLocked(do func()) {
	for done := false; !done; {
		t.server.reads.do(func() {
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

// sequence returns the number of entries, which is the number of the record's last line.
func (t *liveMatch) sequence() int { return len(t.match.Entries) }

// wake tells all listeners that there is something new.
func (t *liveMatch) wake() {
	for w := range t.watchers {
		select {
		case w <- struct{}{}:
		default: // The listener was woken and has not read yet.
		}
	}
}

// actingSide returns the side of the pending action, or else the side to move.
func (t *liveMatch) actingSide() int {
	if o, open := t.match.PendingRange(); open {
		return o.By
	}
	return t.match.Status().Side
}

// answeringSide returns the side that must answer the open question.
func (t *liveMatch) answeringSide() int {
	if t.question == nil {
		return t.actingSide()
	}
	if t.question.Choice.Why != "" {
		return t.sideOf(t.question.Choice.By)
	}
	return t.rollingSide(t.question.Roll)
}

// rollingSide returns the side that throws a roll.
func (t *liveMatch) rollingSide(r rule.Roll) int {
	return match.Thrower(r, t.instance.Sides, t.actingSide())
}

// mayActFor reports whether a seat may act for a side: it has the seat, and no policy plays the side.
func (t *liveMatch) mayActFor(who seat, side int) bool {
	return who.hasSide(side) && t.policy[side] == ""
}

// sideOf returns the number of a side by name, or the acting side for any other name.
func (t *liveMatch) sideOf(name rule.Side) int {
	if i := slices.Index(t.instance.Sides[:], name); i >= 0 {
		return i
	}
	return t.actingSide()
}

// sideNamed returns the number of the side that a request names.
func (t *liveMatch) sideNamed(name string) (int, error) {
	if i := slices.Index(t.sides(), name); i >= 0 {
		return i, nil
	}
	return 0, problem(status.NotFound, "no-side", "there is no side %q; the sides are %s and %s", usertext.Truncate(name), t.side(0), t.side(1))
}

// findMatch finds the match for a token. It returns the token's hash, not the seat, because the seat
// may be claimed before the caller has the lock. The caller must release the match.
func (s *Server) findMatch(ctx context.Context, id, authorization string) (*liveMatch, store.Hash, error) {
	token, ok := bearer(authorization)
	if !ok {
		return nil, store.Hash{}, unauthorized()
	}
	t, err := s.registry.match(ctx, id)
	if err != nil {
		return nil, store.Hash{}, err
	}
	key := store.Hash(sha256.Sum256([]byte(token)))
	if _, ok := t.seatOf(key); !ok {
		s.registry.release(t)
		return nil, key, wrongToken()
	}
	return t, key, nil
}

func wrongToken() *Problem {
	return problem(status.Forbidden, "wrong-token", "the token is not one of this match, or somebody has claimed the seat since")
}

// bundled reports whether a game's set-up equals a bundled scenario, so that its name is enough
// to start it again.
func bundled(f *game.Instance) bool {
	theirs, err := bundledSetup(f)
	if err != nil {
		return false
	}
	mine, err := json.Marshal(f.Setup)
	return err == nil && bytes.Equal(mine, theirs)
}

// bundledSetups has the set-ups of bundled scenarios as JSON, by ruleset and name.
var bundledSetups sync.Map

// bundledSetup returns the set-up of the bundled scenario that has the name of an instance.
func bundledSetup(f *game.Instance) ([]byte, error) {
	b, err := scenario.Find(f.Game.Rules.ID, f.Scenario)
	if err != nil {
		return nil, err
	}
	key := [2]string{b.Ruleset, b.Name}
	if text, known := bundledSetups.Load(key); known {
		return text.([]byte), nil
	}
	fresh, err := scenario.NewInstance(f.Game, b, f.House)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(fresh.Setup)
	if err == nil {
		bundledSetups.Store(key, text)
	}
	return text, err
}

// assumptionsOf lists the uncertain defaults of the ruleset that the house rules leave unchanged.
func assumptionsOf(h *rule.HouseRules) []wire.Assumption {
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

package server

import (
	"fmt"
	"strings"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/wire"
	"loophole/rule"
)

// State is the state of a match, as one seat may know it.
type State struct {
	ID       string            `json:"id"`
	Ruleset  string            `json:"ruleset"`
	Book     string            `json:"book" doc:"the name of the rulebook"`
	Scenario string            `json:"scenario"`
	Bundled  bool              `json:"bundled" doc:"the scenario is bundled: a match of it can be begun again by its name"`
	Title    string            `json:"title"`
	Gist     string            `json:"gist"`
	Sides    []string          `json:"sides" doc:"the names of side 0 and side 1"`
	Seats    []SeatState       `json:"seats"`
	You      Viewer            `json:"you"`
	Sequence int               `json:"sequence" doc:"the number of the record's last entry; in a match with secrets, the last number that its last action can have"`
	Position string            `json:"position" doc:"identifies the position as this seat knows it"`
	Round    int               `json:"round"`
	Phase    string            `json:"phase"`
	Turn     string            `json:"turn" doc:"the side that decides"`
	Over     *wire.Over        `json:"over" doc:"the end of the game; null while it is not over"`
	Scene    *wire.Scene       `json:"scene" doc:"null for a game with text only; while an action waits for an answer, the position up to now"`
	Words    string            `json:"words" doc:"the scene in words"`
	Begun    *PendingAction    `json:"begun" doc:"an action that waits for an answer; null if there is none"`
	Undo     UndoState         `json:"undo"`
	Redo     bool              `json:"redo" doc:"an undone action can be redone"`
	House    map[string]string `json:"house" doc:"the differences from the published rules"`
	Expires  string            `json:"expires,omitempty" doc:"when the server deletes the match if nobody acts"`
	Labels   []wire.Assumption `json:"labels" doc:"values that are not published with certainty and that the house rules do not set"`
	Strict   bool              `json:"strict"`
	Seal     string            `json:"seal" doc:"SHA-256 of the first line of the record, which contains the seed of the program's dice: with the record at the end of the game it proves that the seed was not changed"`
	Seed     string            `json:"seed" doc:"the seed of the program's dice and policies, if the player who began the match chose it: all see it, because it makes the dice predictable; empty if nobody knows it"`
	Lost     []Toll            `json:"lost" doc:"the losses of each side that this seat may know"`
	Record   bool              `json:"record" doc:"the sealed record is available, because the game is over"`
	Secret   bool              `json:"secret" doc:"the sides know different things"`
	HotSeat  bool              `json:"hotseat" doc:"both sides play at one screen, and no seat has an owner"`
	Hints    HintsState        `json:"hints"`
	Hands    *HandsState       `json:"hands,omitempty" doc:"the state of dice of two hands; left out for other dice"`

	text []byte // the whole state as JSON
}

// SeatState is the public state of a seat.
type SeatState struct {
	Side    string `json:"side"`
	Player  string `json:"player"`
	Policy  string `json:"policy" doc:"the policy that plays it, or empty"`
	Held    string `json:"held" enum:"policy,screen,invited,claimed,given" doc:"who can have its token: nobody, as a policy plays it; the player of both sides at one screen; nobody yet, until the invitation is claimed; only the player who claimed it; the player who began the match, and everyone who got it from them"`
	Dice    string `json:"dice" enum:"program,typed,two hands"`
	Types   bool   `json:"types" doc:"its dice may be typed; if not, the other side must agree first"`
	Wants   bool   `json:"wants" doc:"it asks the other side whether its dice may be typed"`
	Deletes bool   `json:"deletes" doc:"it asks to delete the match, which the other side must do too"`
	Tray    int    `json:"tray" doc:"the number of faces left on the tray"`
	Lies    []int  `json:"lies,omitempty" doc:"these faces, in their order of use; only for a player who may act for the side"`
}

// Toll is the number of models that a side has lost.
type Toll struct {
	Side string `json:"side"`
	N    int    `json:"n"`
	Of   int    `json:"of" doc:"the number that it had"`
}

// Viewer is the seat that asks.
type Viewer struct {
	Role string `json:"role" enum:"seat,table,spectator,invited"`
	Side string `json:"side" doc:"of a seat, or of an invitation to it: its side"`
}

// PendingAction is an action that waits for an answer.
type PendingAction struct {
	Action   string         `json:"action" doc:"its line, or a text that it is unseen"`
	By       string         `json:"by"`
	Entries  []wire.Entry   `json:"entries" doc:"its entries up to now, which are known"`
	Question *wire.Question `json:"question"`
	Yours    bool           `json:"yours" doc:"this seat must answer"`
	Weighed  bool           `json:"weighed" doc:"this seat must choose, and may ask for the odds of the action with each option as if=: nothing of it was rolled or decided yet, and nothing of it is unseen"`
}

// UndoState is what an undo would do.
type UndoState struct {
	Possible bool   `json:"possible"`
	Free     bool   `json:"free" doc:"this seat may undo the last action without consent"`
	Actions  int    `json:"actions" doc:"the number of actions that would be undone: against a policy, its actions since the player's last one are included"`
	AskedBy  string `json:"asked_by" doc:"the side that asks to undo and waits for consent, or empty"`
}

// state returns the state for a seat. The caller holds the lock.
func (t *liveMatch) state(who seat) *State {
	h, now, mid := &t.match.Header, t.now(who), t.pendingView(who)
	status := t.instance.Status(now.view)
	if t.over() {
		status = t.match.Status()
	}
	s := &State{
		ID: t.id, Ruleset: h.Ruleset, Book: t.instance.Game.Rules.Title, Scenario: h.Scenario, Bundled: t.bundled, Title: t.info.Title, Gist: t.info.Gist,
		Sides: t.sides(), You: Viewer{Role: who.role}, Sequence: t.newestNumber(), Position: now.hash,
		Round: status.Round, Phase: status.Phase, Turn: t.side(t.match.Status().Side),
		Over: t.overState(), Words: t.instance.Text(mid.view), Begun: t.pendingAction(who), Redo: t.canRedo(who),
		House: h.House, Expires: t.expiryTime(), Labels: t.assumptions, Strict: h.Strict, Seal: t.headerSum, Seed: t.seed(), Record: t.mayRead(), Secret: t.instance.HasHiddenInfo(), HotSeat: t.info.HotSeat, Hints: t.hintsState(), Hands: t.handsState(),
	}
	if who.role == roleSeat || who.role == roleInvited {
		s.You.Side = t.side(who.side)
	}
	here, lost := t.instance.CountModels(now.view)
	for side := range t.instance.Sides {
		s.Lost = append(s.Lost, Toll{t.side(side), lost[side], here[side] + lost[side]})
	}
	if drawn := t.views.scene(mid); drawn != nil {
		s.Scene = wire.SceneOf(drawn)
	}
	for side := range t.instance.Sides {
		s.Seats = append(s.Seats, SeatState{t.side(side), t.player(side), t.policy[side], t.keyHolder(side), t.session.Dice[side], t.match.MayType(side), t.session.Wants[side], t.session.Deletes[side], len(t.session.Trays[side]), t.trayFaces(who, side)})
	}
	s.Undo = t.undoState(who)
	return s
}

// trayFaces returns the faces on the tray of a side, if the seat may act for it.
func (t *liveMatch) trayFaces(who seat, side int) []int {
	if !t.mayActFor(who, side) {
		return nil
	}
	faces := make([]int, len(t.session.Trays[side]))
	for i, f := range t.session.Trays[side] {
		faces[i] = int(f)
	}
	return faces
}

func (t *liveMatch) side(n int) string { return string(t.instance.Sides[n]) }

func (t *liveMatch) sides() []string { return []string{t.side(0), t.side(1)} }

// tag returns the ETag of a seat's state.
func (t *liveMatch) tag(who seat) string {
	return fmt.Sprintf(`"%d.%d.%s%d"`, t.newestNumber(), t.session.Revision, who.role[:2], who.side)
}

func (t *liveMatch) overState() *wire.Over {
	if !t.over() {
		return nil
	}
	if lost := t.lostSide(); lost != nobody {
		return wire.OverOf(t.instance.Sides[1-lost], t.side(lost)+" owed a value for its dice for longer than was agreed", "")
	}
	x := t.match.Status()
	winner := rule.Side("")
	if x.Winner != game.Draw {
		winner = t.instance.Sides[x.Winner]
	}
	return wire.OverOf(winner, x.Why, x.Cite)
}

// mayRead reports whether the record file may be read. It contains the seed of the program's dice
// and all hidden information, so nobody may read it before the end. Matches with two-hands dice
// have neither.
func (t *liveMatch) mayRead() bool { return t.over() || t.hands != nil }

// seed returns the chosen seed, or "". All players see it, because a player who knows it can
// foresee every die of the program.
func (t *liveMatch) seed() string {
	if !t.info.Seeded {
		return ""
	}
	return t.match.Header.Dice.Seed
}

// pendingAction returns the pending action for a seat, or nil.
func (t *liveMatch) pendingAction(who seat) *PendingAction {
	a, open := t.match.Pending()
	if !open {
		return nil
	}
	hidden := t.hiddenPending(who)
	o, _ := t.match.PendingRange()
	b := &PendingAction{Action: t.instance.FormatAction(a), By: t.side(t.actingSide()), Entries: t.entriesTo(who, o.From+1, o.To)}
	if mentions(b.Action, hidden) {
		b.Action = unseen
	}
	if t.question == nil {
		return b
	}
	b.Question, b.Yours = t.openQuestion(), t.mayActFor(who, t.answeringSide()) && !t.awaitsHands()
	b.Weighed = b.Yours && b.Question.Kind == "choice" && t.untouched(who, b)
	if _, restricted := t.viewer(who); restricted && !b.Yours {
		// The options of another side may name hidden pieces.
		b.Question.Options = nil
	}
	switch q := b.Question; {
	case b.Action == unseen && !b.Yours:
		// The dice of a hidden action must not be counted.
		b.Question = &wire.Question{ID: q.ID, By: q.By, Kind: q.Kind, Why: unseen, Text: unseen}
	case mentions(q.Why, hidden) || mentions(q.Text, hidden):
		q.Why, q.Text, q.Asks = unseen, unseen, ""
	}
	b.Question.Why = t.instance.Spoken(b.Question.Why)
	for i, o := range b.Question.Options {
		if mentions(o, hidden) {
			b.Question.Options[i] = fmt.Sprintf("option %d", i+1)
		} else {
			b.Question.Options[i] = t.instance.Spoken(o)
		}
	}
	return b
}

// untouched reports whether a seat may know the pending action and nothing of it was rolled or
// decided yet. Then its odds are those of the action.
func (t *liveMatch) untouched(who seat, b *PendingAction) bool {
	for _, e := range b.Entries {
		if e.Kind == rule.Rolled.String() || e.Kind == rule.Chosen.String() {
			return false
		}
	}
	_, err := t.readAction(who, b.Action)
	return err == nil
}

// openQuestion returns the open question.
func (t *liveMatch) openQuestion() *wire.Question {
	q := &wire.Question{ID: t.questionID(), By: t.side(t.answeringSide())}
	if c := t.question.Choice; c.Why != "" {
		q.Kind, q.Why, q.Clause, q.Options = "choice", c.Why, string(c.Cite), append([]string(nil), c.Options...)
		q.Asks = t.instance.DecisionQuestion(c.Why)
		q.Text = fmt.Sprintf("%s: %s [%s]", game.Capital(c.By.WithVerb("choose")), q.Asks, c.Cite)
		return q
	}
	r := t.question.Roll
	told := r
	told.Why = t.instance.Spoken(r.Why)
	words := t.instance.Game.Wording.Dice[r.Cite]
	if words.Passes != "" { // The passing result follows the question.
		r.Why, _, _ = strings.Cut(r.Why, ",")
		told.Why, _, _ = strings.Cut(told.Why, ",")
	}
	if a, open := t.match.Pending(); open && words.Tries {
		if who := t.instance.Actor(a); who != "" {
			r.Why = who + ": " + r.Why
			told.Why = who + ": " + told.Why
		}
	}
	q.Kind, q.Why, q.Clause, q.Text = "roll", r.Why, string(r.Cite), dice.PromptFor(told)
	q.Dice, q.Reading, _ = strings.Cut(r.Pool.String(), " ")
	q.Reading = strings.TrimPrefix(q.Reading, "count ") // The target already contains this.
	if q.Reads = t.instance.FaceEffects(r.Pool, r.Cite); q.Reads != "" {
		q.Text = fmt.Sprintf("Roll %s: %s: %s [%s]", q.Dice, told.Why, q.Reads, r.Cite)
	}
	q.Die = int(r.Pool.Die())
	for _, f := range fittingFaces(t.session.Trays[t.rollingSide(r)], r.Pool) {
		q.Given = append(q.Given, int(f))
	}
	q.Many = r.Pool.N() - len(q.Given)
	return q
}

package wire

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
	"loophole/winprob"
)

// A Hint suggests the best actions or options for a side's decision, from what the side knows.
// Chances are those of the side's win.
type Hint struct {
	Side    string       `json:"side" doc:"the side that decides"`
	Kind    string       `json:"kind" enum:"action,option" doc:"whether to choose an action, or an option of a decision within one"`
	Ready   bool         `json:"ready" doc:"false while the model of the scenario is being fitted: ask again"`
	Actions []HintAction `json:"actions" doc:"the best three actions, best first, without equally good variants of one before"`
	Asked   *HintAction  `json:"asked,omitempty" doc:"the action of the request"`
	Options []HintOption `json:"options" doc:"every option of the decision, in its order; empty if the program finds no difference"`
	Warning string       `json:"warning,omitempty" doc:"of an action that gives away a tenth of a win or more, if the model is good enough for warnings"`
	Trusted bool         `json:"trusted" doc:"the model is good enough for warnings"`
	Basis   string       `json:"basis" doc:"the basis of the numbers, or why there are none"`
}

// A HintAction is an action with its chance to win.
type HintAction struct {
	Action  string         `json:"action" doc:"the line of the action"`
	Said    string         `json:"said" doc:"the action in words for players"`
	Chance  float64        `json:"chance"`
	Error   float64        `json:"error,omitempty" doc:"the standard error of the chance, if the game was played on from the action"`
	Proven  string         `json:"proven,omitempty" enum:"at least,at most,exactly" doc:"the chance is a bound that a solved part of the rest of the game proves, or exact"`
	Behind  float64        `json:"behind" doc:"the difference to the best chance; it means little if either chance is only a bound"`
	Doubt   float64        `json:"behind_error,omitempty" doc:"the standard error of the difference, which the same dice after both actions make smaller"`
	Alike   int            `json:"alike,omitempty" doc:"the number of other actions of the same kind that are as good"`
	Depth   int            `json:"depth" doc:"the number of actions that the search looked ahead"`
	Sampled bool           `json:"sampled" doc:"the odds of the action are estimates by trials"`
	Events  []WeighedEvent `json:"events"`
	Why     string         `json:"why" doc:"the reason, in sentences"`
}

// A WeighedEvent is an event of an action with its probability, and with the acting side's win
// probability if it happens and if it does not.
type WeighedEvent struct {
	Name    string  `json:"name"`
	Says    string  `json:"says" doc:"its meaning, as a clause"`
	P       float64 `json:"p"`
	If      float64 `json:"if"`
	Else    float64 `json:"else"`
	Sampled bool    `json:"sampled,omitempty" doc:"the probability is an estimate by trials"`
}

// A HintOption is an option of a decision with its chance to win.
type HintOption struct {
	Option string  `json:"option"`
	Chance float64 `json:"chance"`
	Error  float64 `json:"error,omitempty" doc:"the standard error of the chance, if the game was played on from the option"`
	Behind float64 `json:"behind"`
}

// BestActions is the number of actions in a hint. WeighedActions is the number of actions of a
// weighing that need a reason, which is larger because a hint leaves some out.
const (
	BestActions    = 3
	WeighedActions = 10
)

// weighedEvents is the largest number of events of an action.
const weighedEvents = 3

// HintOf returns the hint of a weighing. The action of the request can be nil.
func HintOf(f *game.Instance, w *policy.Weighing, asked *game.Action) *Hint {
	h := NewHint(f, w.Side, "action")
	h.Ready, h.Trusted = true, w.Solved || w.Trusted()
	h.Basis = weighedBy(w)
	if !w.Solved {
		h.Basis += strongSays(f, w.Side)
	}
	var shown []*policy.Weighed
	for i := range w.Actions {
		x := &w.Actions[i]
		if k := slices.IndexFunc(shown, func(y *policy.Weighed) bool { return alike(w, x, y) }); k >= 0 {
			h.Actions[k].Alike++
		} else if len(shown) < BestActions && x.Reason != nil {
			shown, h.Actions = append(shown, x), append(h.Actions, hintActionOf(f, w, x))
		}
	}
	i := -1
	if asked != nil {
		i = w.Find(*asked)
	}
	if i >= 0 {
		shown = append(shown, &w.Actions[i])
	}
	if !w.Solved && slices.ContainsFunc(shown, func(x *policy.Weighed) bool { return x.Proven() != policy.Unproven }) {
		h.Basis += provenSays
	}
	if !h.Trusted {
		h.Basis += " The model is too rough for warnings."
	}
	if i < 0 || w.Actions[i].Reason == nil {
		return h
	}
	x := hintActionOf(f, w, &w.Actions[i])
	h.Asked = &x
	h.Warning = warningOf(w, &w.Actions[i])
	return h
}

// warningOf returns the warning of an action, or "" if it gives away too little for one.
func warningOf(w *policy.Weighing, x *policy.Weighed) string {
	loss, best := w.GivesAway(x.Action), &w.Actions[0]
	switch {
	case !loss.Warn:
		return ""
	case loss.Proven && !(x.Proven() == policy.Exactly && best.Proven() == policy.Exactly):
		most, least := math.Ceil(100*x.High), math.Floor(100*best.Low)
		return fmt.Sprintf("This gives away at least %.0f %% of a win: at most %.0f %% to win instead of at least %.0f %%.", least-most, most, least)
	}
	is, was, doubt := math.Round(100*x.Chance), math.Round(100*best.Chance), ""
	if x.Doubt > 0 {
		doubt = fmt.Sprintf(" ± %.0f", max(1, 100*x.Doubt))
	}
	return fmt.Sprintf("This gives away about %.0f%s %% of a win: %.0f %% to win instead of %.0f %%.", was-is, doubt, is, was)
}

// NewHint returns a hint without numbers, for a decision of a side.
func NewHint(f *game.Instance, side int, kind string) *Hint {
	return &Hint{Side: string(f.Sides[side]), Kind: kind, Actions: []HintAction{}, Options: []HintOption{}}
}

// weighedBy describes the basis of the chances of a weighing.
func weighedBy(w *policy.Weighing) string {
	if w.Solved {
		return solvedSays
	}
	depth, games, from := 0, w.Actions[0].Games, "best action"
	for i := range w.Actions {
		depth = max(depth, w.Actions[i].Depth)
		if x := &w.Actions[i]; w.Actions[0].Games == 0 && x.Games > games { // The best one is proven, and was not played on from.
			games, from = x.Games, "best of the other actions"
		}
	}
	return modelSays(w.Quality) + " " + rule.Counted("The search looked %d {action} ahead.", depth) + playedOn(games, from)
}

// playedOn says how many games were played on from an action or option, if any.
func playedOn(n int, from string) string {
	if n == 0 {
		return ""
	}
	return rule.Counted(" The program played %d {game} on from the "+from+", with quick players on both sides, to compare it with others. "+
		"The standard error (±) is that of these games, without the model's own.", n)
}

// strongSays says how a side fares from the start of a bundled scenario if a strong policy plays both sides, and that the
// model is anchored there.
func strongSays(f *game.Instance, side int) string {
	s := scenario.StrongOf(f)
	if s == nil {
		return ""
	}
	score := s.Score
	if side == 1 {
		score = 1 - score
	}
	return fmt.Sprintf(" From the start, with the %s on both sides, %s %.0f ± %.0f %%. The model is shifted to agree with that.",
		s.Policy, f.Sides[side].WithVerb("score"), 100*min(1, max(0, score)), 100*s.Error)
}

// provenSays is added to the basis where chances are proven bounds.
const provenSays = " A part of the rest of the game is solved: it proves the chances with “at least”, “at most” and “exactly”, whatever the model says."

// proofs are the words for proofs.
var proofs = [...]string{policy.AtLeast: "at least", policy.AtMost: "at most", policy.Exactly: "exactly"}

// solvedSays is the basis of chances in a game that is solved.
const solvedSays = "The rest of the game is solved: the chances to win are exact if both sides play their best."

// alike reports whether an action is a variant of another: it is of the same type and as good, by rollouts or a proof
// of both, or else by the search. Equal bounds alone do not make them alike.
func alike(w *policy.Weighing, x, y *policy.Weighed) bool {
	chance, search := math.Abs(x.Chance-y.Chance) < Shown, math.Abs(x.Search-y.Search) < Shown
	switch proof := x.Proven(); {
	case x.Action.Type != y.Action.Type:
		return false
	case w.Solved:
		return chance
	case proof != y.Proven():
		return false
	case proof == policy.AtLeast || proof == policy.AtMost:
		return chance && search
	case proof == policy.Exactly || x.Games > 0 && y.Games > 0:
		return chance
	}
	return search
}

func hintActionOf(f *game.Instance, w *policy.Weighing, x *policy.Weighed) HintAction {
	proven := ""
	if !w.Solved {
		proven = proofs[x.Proven()]
	}
	return HintAction{
		Proven: proven,
		Action: f.FormatAction(x.Action), Said: f.Order(x.Action).String(), Chance: x.Chance, Error: x.Error, Behind: w.Actions[0].Chance - x.Chance, Doubt: x.Doubt,
		Depth: x.Depth, Sampled: x.Reason.Sampled, Events: WeighedEvents(f, x.Reason), Why: ReasonSays(f, x.Reason),
	}
}

// Standing says how an action compares with the best one. The distance from a bound is unknown.
func (h *Hint) Standing(a *HintAction) string {
	best := &h.Actions[0]
	switch {
	case (best.isBound() || a.isBound()) && a.Proven != "":
		return "proven"
	case best.isBound():
		return "estimated"
	case a.Behind < Shown:
		return "best"
	}
	return PointsOf(-a.Behind) + ErrorOf(a.Doubt) + " points"
}

// isBound reports whether the chance is only known to be no less, or no more.
func (a *HintAction) isBound() bool {
	return a.Proven == proofs[policy.AtLeast] || a.Proven == proofs[policy.AtMost]
}

// OptionsHint returns the hint for a decision within an action, by the chances of its options.
func OptionsHint(f *game.Instance, side int, options []string, w *policy.OptionWeighing) *Hint {
	h := NewHint(f, side, "option")
	h.Ready, h.Basis = true, modelSays(w.Quality)+playedOn(w.Games, "best option")+strongSays(f, side)
	switch {
	case w.Chances == nil:
		h.Basis = "The program finds no difference between the options."
		return h
	case w.Solved:
		h.Basis = solvedSays
	}
	best := slices.Max(w.Chances)
	for i, c := range w.Chances {
		x := HintOption{Option: f.Spoken(options[i]), Chance: c, Behind: best - c}
		if w.Errors != nil {
			x.Error = w.Errors[i]
		}
		h.Options = append(h.Options, x)
	}
	return h
}

// WeighedEvents returns the most important events of an action, at most three.
func WeighedEvents(f *game.Instance, r *winprob.Reason) []WeighedEvent {
	list := []WeighedEvent{}
	for _, e := range distinct(r.Events) {
		list = append(list, WeighedEvent{f.Game.Events[e.Event].Name, f.EventSentence(e.Event, r.Side), e.P, e.If, e.Else, r.Sampled})
		if len(list) == weighedEvents {
			break
		}
	}
	return list
}

// distinct leaves out events that always happen together with an earlier one: they have the same
// numbers.
func distinct(all []winprob.ReasonEvent) (list []winprob.ReasonEvent) {
	for _, e := range all {
		same := func(x winprob.ReasonEvent) bool {
			return math.Abs(x.P-e.P) < 1e-9 && math.Abs(x.If-e.If) < 1e-9 && math.Abs(x.Else-e.Else) < 1e-9
		}
		if !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	return list
}

// EventsSay lists events with their probabilities, in one line; "" if there are none. Estimates say "about".
func EventsSay(list []WeighedEvent) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, e.Says+" "+eventChance(e.P, e.Sampled))
	}
	return strings.Join(parts, "; ")
}

// ReasonSays explains the chance to win of an action in sentences.
func ReasonSays(f *game.Instance, r *winprob.Reason) string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	var win *winprob.ReasonEvent
	for i := range r.Events {
		e := &r.Events[i]
		if f.Game.Events[e.Event].Name == game.Winning {
			win = e
			continue // It would explain the chance to win by winning.
		}
		if !e.Tells() {
			break // Nor do those after it.
		}
		add("%s to win if %s (%s), %s otherwise.", WinChance(e.If), f.EventSentence(e.Event, r.Side), eventChance(e.P, r.Sampled), WinChance(e.Else))
		break
	}
	var lost []string
	for _, side := range []int{1 - r.Side, r.Side} {
		if n := r.Lost[side]; n >= winprob.LeastLost {
			lost = append(lost, fmt.Sprintf("%s %.1f %s", f.Sides[side].WithVerb("lose"), n, cmp.Or(f.Game.Wording.Models, "models")))
		}
	}
	switch {
	case len(lost) > 0 && r.Certain:
		add("%s.", game.Capital(strings.Join(lost, ", ")))
	case len(lost) > 0:
		add("On average %s.", strings.Join(lost, ", "))
	}
	switch {
	case r.Ground > 0:
		list = append(list, "It improves the control of the objectives.")
	case r.Certain && len(list) == 0 && r.Next != nil:
		list = append(list, "Nothing is rolled.")
	case r.Certain && len(list) == 0:
		list = append(list, "Nothing is rolled: what counts is the position that it leads to.")
	case len(list) == 0 && win != nil && win.Tells():
		add("It wins the game at once with %s; otherwise %s to win.", eventChance(win.P, r.Sampled), WinChance(win.Else))
	case len(list) == 0:
		list = append(list, "What counts is the position that it leads to.")
	}
	if r.Ground < 0 {
		list = append(list, "It weakens the control of the objectives.")
	}
	if r.Decided {
		list = append(list, "Each decision within it counts as the best one for its side.")
	}
	if r.Next != nil {
		list = append(list, nextSays(f, r.Next))
	}
	return strings.Join(list, " ")
}

// nextSays names the best action that follows.
func nextSays(f *game.Instance, n *winprob.NextAction) string {
	by := ", by the model"
	if n.Solved {
		by = ""
	}
	return fmt.Sprintf("Then the best action for %s is%s: %s.", f.Sides[n.Side].Called(), by, f.Order(n.Action))
}

// eventChance formats the probability of an event in tenths of a percent, and an estimate in whole percent.
func eventChance(p float64, sampled bool) string {
	if sampled {
		return fmt.Sprintf("about %.0f %%", 100*p)
	}
	return WinChance(p)
}

package game

import "loophole/rule"

// A Runner plays a game in place, for series. It serves one goroutine. It does not check actions:
// call IsLegal before Apply. If strict house rules lack a fact, its methods panic as procedures do,
// so call them within [rule.Catch].
type Runner struct {
	Instance *Instance

	state   runnerState
	checker *rule.Umpire
	args    []Args // reused by Legal
}

// runnerState is a position that is played in place, without its type parameter.
type runnerState interface {
	set(Position)
	get() Position
	view(of runnerState, side int)
	copy(of runnerState)
	sample(side int, below func(int) int)
	status() Status
	evaluate(side int) Evaluation
	pseudoLegal(actionType int, out []Args) []Args
	check(*rule.Umpire, Action)
	apply(*rule.Umpire, Action)
	countModels() (here, lost [2]int)
	features(*Features)
	metric(i int) int
}

type running[S, F any, P comparable] struct {
	*boundSpec[S, F, P]
	p P
}

func (b *boundSpec[S, F, P]) runner(f *Instance) *Runner {
	return &Runner{Instance: f, state: &running[S, F, P]{boundSpec: b}, checker: rule.NewChecker(b.house)}
}

func (r *running[S, F, P]) set(p Position) { r.p = *r.of(p) }
func (r *running[S, F, P]) get() Position  { return r.position(r.p) }
func (r *running[S, F, P]) view(of runnerState, side int) {
	from := of.(*running[S, F, P])
	if r.spec.View == nil {
		r.p = from.p
		return
	}
	r.p = r.spec.View(r.field, from.p, side)
}
func (r *running[S, F, P]) copy(of runnerState) { r.p = of.(*running[S, F, P]).p }
func (r *running[S, F, P]) sample(side int, below func(int) int) {
	if r.spec.Sample != nil {
		r.p = r.spec.Sample(r.field, r.p, side, below)
	}
}
func (r *running[S, F, P]) status() Status               { return r.spec.Status(r.field, &r.p) }
func (r *running[S, F, P]) evaluate(side int) Evaluation { return r.spec.Evaluate(r.field, &r.p, side) }

func (r *running[S, F, P]) pseudoLegal(actionType int, out []Args) []Args {
	return r.spec.ActionTypes[actionType].PseudoLegal(r.field, &r.p, out)
}

func (r *running[S, F, P]) check(u *rule.Umpire, a Action) {
	r.spec.ActionTypes[a.Type].Legal(u, r.field, &r.p, a.Args)
}

func (r *running[S, F, P]) apply(u *rule.Umpire, a Action) {
	r.spec.ActionTypes[a.Type].Apply(u, r.field, &r.p, a.Args)
}

func (r *running[S, F, P]) countModels() (here, lost [2]int) {
	return r.spec.CountModels(r.field, &r.p)
}

func (r *running[S, F, P]) metric(i int) int { return r.spec.Metrics[i].Of(r.field, &r.p) }

// Runner returns a runner at the start of the game.
func (f *Instance) Runner() *Runner { return f.bound.runner(f).SetPosition(f.Start) }

// SetPosition moves the runner to a position and returns it.
func (r *Runner) SetPosition(p Position) *Runner {
	r.state.set(p)
	return r
}

// View moves the runner to what a side may know of the position of another runner of the game, and
// returns it.
func (r *Runner) View(of *Runner, side int) *Runner {
	r.state.view(of.state, side)
	return r
}

// Copy moves the runner to the position of another runner of the game, and returns it.
func (r *Runner) Copy(of *Runner) *Runner {
	r.state.copy(of.state)
	return r
}

// Sample completes the view of a side in the position of the runner: see [Spec.Sample]. It changes
// nothing in a game without secrets.
func (r *Runner) Sample(side int, below func(n int) int) *Runner {
	r.state.sample(side, below)
	return r
}

// Position returns the position of the runner.
func (r *Runner) Position() Position { return r.state.get() }

// Status returns whose decision it is, or how the game has ended.
func (r *Runner) Status() Status { return r.state.status() }

// Evaluate rates the position of a side.
func (r *Runner) Evaluate(side int) Evaluation { return r.state.evaluate(side) }

// CountModels counts the models of each side, on the table and lost.
func (r *Runner) CountModels() (here, lost [2]int) { return r.state.countModels() }

// Metric returns a metric of the game, by its index.
func (r *Runner) Metric(i int) int { return r.state.metric(i) }

// PseudoLegal appends the arguments with which an action type may be legal: all that are legal, and
// some that are not.
func (r *Runner) PseudoLegal(actionType int, out []Args) []Args {
	return r.state.pseudoLegal(actionType, out)
}

// IsLegal reports whether an action is legal.
func (r *Runner) IsLegal(a Action) bool {
	r.state.check(r.checker, a)
	return r.checker.Allowed()
}

// Apply plays a legal action with an umpire that has the house rules of the game.
func (r *Runner) Apply(u *rule.Umpire, a Action) { r.state.apply(u, a) }

// Legal appends every legal action.
func (r *Runner) Legal(out []Action) []Action {
	if r.Status().Over {
		return out
	}
	for t := range r.Instance.Game.ActionTypes {
		r.args = r.PseudoLegal(t, r.args[:0])
		for _, args := range r.args {
			if a := (Action{uint8(t), args}); r.IsLegal(a) {
				out = append(out, a)
			}
		}
	}
	return out
}

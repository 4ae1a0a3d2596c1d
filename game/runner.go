package game

import "loophole/rule"

// A Runner plays a fight in place: the fast way through many games. It serves
// one goroutine. Its methods trust their caller: Do plays what it is told, so
// ask Allows first; a strict house stops them as it stops a procedure, so guard
// the loop with [rule.Guard].
type Runner struct {
	Fight *Fight

	state state
	judge *rule.Umpire
	room  []Args
}

// state is a position being played in place, its type forgotten.
type state interface {
	set(Position)
	get() Position
	status() Status
	worth(side int) Worth
	candidates(verb int, out []Args) []Args
	check(*rule.Umpire, Action)
	do(*rule.Umpire, Action)
	census() (here, lost [2]int)
	mark(i int) int
}

type running[S, F any, P comparable] struct {
	*bound[S, F, P]
	p P
}

func (b *bound[S, F, P]) runner(f *Fight) *Runner {
	return &Runner{Fight: f, state: &running[S, F, P]{bound: b}, judge: rule.NewJudge(b.house)}
}

func (r *running[S, F, P]) set(p Position)       { r.p = *r.of(p) }
func (r *running[S, F, P]) get() Position        { return r.position(r.p) }
func (r *running[S, F, P]) status() Status       { return r.spec.Status(r.field, &r.p) }
func (r *running[S, F, P]) worth(side int) Worth { return r.spec.Worth(r.field, &r.p, side) }

func (r *running[S, F, P]) candidates(verb int, out []Args) []Args {
	return r.spec.Verbs[verb].Candidates(r.field, &r.p, out)
}

func (r *running[S, F, P]) check(u *rule.Umpire, a Action) {
	r.spec.Verbs[a.Verb].Check(u, r.field, &r.p, a.Args)
}

func (r *running[S, F, P]) do(u *rule.Umpire, a Action) {
	r.spec.Verbs[a.Verb].Do(u, r.field, &r.p, a.Args)
}

func (r *running[S, F, P]) census() (here, lost [2]int) { return r.spec.Census(r.field, &r.p) }

func (r *running[S, F, P]) mark(i int) int { return r.spec.Marks[i].Of(r.field, &r.p) }

// Runner returns a runner at the start of the fight.
func (f *Fight) Runner() *Runner { return f.bound.runner(f).At(f.Start) }

// At moves the runner to a position and returns it.
func (r *Runner) At(p Position) *Runner {
	r.state.set(p)
	return r
}

// Position returns the position that the runner has come to.
func (r *Runner) Position() Position { return r.state.get() }

// Status says where the game stands.
func (r *Runner) Status() Status { return r.state.status() }

// Worth is how well a side stands.
func (r *Runner) Worth(side int) Worth { return r.state.worth(side) }

// Census counts the models of each side, on the ground and lost.
func (r *Runner) Census() (here, lost [2]int) { return r.state.census() }

// Mark returns a mark of the game, by its place.
func (r *Runner) Mark(i int) int { return r.state.mark(i) }

// Candidates appends the arguments with which a verb may be legal: all that
// are, and some that are not.
func (r *Runner) Candidates(verb int, out []Args) []Args { return r.state.candidates(verb, out) }

// Allows reports whether an action is legal.
func (r *Runner) Allows(a Action) bool {
	r.state.check(r.judge, a)
	return r.judge.Judged()
}

// Do plays a legal action with an umpire that follows the fight's house.
func (r *Runner) Do(u *rule.Umpire, a Action) { r.state.do(u, a) }

// Legal appends every legal action.
func (r *Runner) Legal(out []Action) []Action {
	if r.Status().Over {
		return out
	}
	for v := range r.Fight.Game.Verbs {
		r.room = r.Candidates(v, r.room[:0])
		for _, args := range r.room {
			if a := (Action{uint8(v), args}); r.Allows(a) {
				out = append(out, a)
			}
		}
	}
	return out
}

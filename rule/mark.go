package rule

// Two hints let an exact engine do less without changing what a procedure
// means: a stage mark, where equal states go on as one, and a named sub-roll,
// whose distribution is remembered. Every other source plays through them.

// Stages is a source that merges equal states at stage marks.
type Stages interface {
	// Reach is called at a mark. It says what to do there and hands over the
	// slot in which the states of this mark are kept.
	Reach(mark string) (Step, *any)
	// Resume returns the index of the state to go on from, after StepResume.
	Resume() int
	// Arrive ends the path at the state with this index.
	Arrive(state int)
}

// A Step is what happens at a stage mark.
type Step uint8

// The steps at a mark.
const (
	StepPass   Step = iota // go on: this mark lies on the way
	StepResume             // take over the state that the engine resumes from
	StepMerge              // end the path here; the engine goes on from the state later
)

// Mark is a stage mark: everything that the procedure still depends on is in
// *k, so that paths which reach the mark with equal states are one path from
// here. It returns false when the procedure must return at once; what it
// returns is ignored.
//
//	for f.A > 0 && f.B > 0 {
//		if !rule.Mark(u, "round", &f) {
//			return Outcome{}
//		}
//		…
//	}
//
// A mark that is reached before any question, as a loop's head is, lets the
// engine start from any state by writing *k. Local variables that the rest of
// the procedure reads must therefore be in *k, or be computed from it.
func Mark[K comparable](u *Umpire, mark string, k *K) bool {
	if u.stages == nil {
		return true
	}
	return reach(u.stages, mark, k)
}

func reach[K comparable](s Stages, mark string, k *K) bool {
	step, slot := s.Reach(mark)
	if step == StepPass {
		return true
	}
	t, ok := (*slot).(*Index[K])
	if !ok {
		t = &Index[K]{}
		*slot = t
	}
	if step == StepResume {
		*k = t.At(s.Resume())
		return true
	}
	s.Arrive(t.Of(k))
	return false
}

// Memo is a source that remembers the distribution of named sub-rolls.
type Memo interface {
	// Again returns the answer to the question that the path has come to, if
	// the path was here before.
	Again() (value int, ok bool)
	// Slot returns the place where a sub-roll, known by its pointer, keeps its
	// arguments, and the engine what it learnt of them.
	Slot(sub any) *Slot
	// Knows reports whether the distribution for an argument is remembered.
	Knows(s *Slot, arg int) bool
	// Learn finds the distribution for an argument by playing the sub-roll.
	Learn(s *Slot, arg int, name string, play func() int) error
	// Ask answers with the first value of a distribution that is known.
	Ask(s *Slot, arg int) (value int, err error)
}

// A Slot holds what is remembered of one sub-roll.
type Slot struct {
	Args  any // the arguments seen, owned by the sub-roll
	Known any // what the engine learnt, by argument
}

// A Sub is a roll made of rolls, such as "hit, then save": a named function of
// a small comparable argument whose value is all that matters about it. It
// depends on its argument and the house alone, and holds no stage marks and no
// choices, so that engines may remember its distribution for as long as they
// like. With dice on the table its rolls are made one by one. A Sub that rolls
// itself again gets its Play in an init function, as Go wants it.
type Sub[A comparable] struct {
	Name string
	Play func(u *Umpire, a A) int
}

// Roll plays the sub-roll, or has an exact engine answer from memory.
func (s *Sub[A]) Roll(u *Umpire, a A) int {
	if u.memo == nil {
		return s.Play(u, a)
	}
	if v, ok := u.known(); ok {
		return v
	}
	if v, ok := u.memo.Again(); ok {
		return v
	}
	return s.remember(u, a)
}

func (s *Sub[A]) remember(u *Umpire, a A) int {
	slot := u.memo.Slot(s)
	args, _ := slot.Args.(*Index[A])
	if args == nil {
		args = &Index[A]{}
		slot.Args = args
	}
	i := args.Of(&a)
	var err error
	if !u.memo.Knows(slot, i) {
		err = s.learn(u, slot, i)
	}
	v := 0
	if err == nil {
		v, err = u.memo.Ask(slot, i)
	}
	if err != nil {
		panic(stop{err})
	}
	return v
}

// learn is apart from remember so that an argument met before costs no
// allocation.
func (s *Sub[A]) learn(u *Umpire, slot *Slot, i int) error {
	a := slot.Args.(*Index[A]).At(i)
	return u.memo.Learn(slot, i, s.Name, func() int { return s.Play(u, a) })
}

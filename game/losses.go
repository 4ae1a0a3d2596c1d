package game

// Losses makes the events about losses, from the models that a position counts as lost and the side
// that acted.
type Losses[F, P any] struct {
	Lost func(p *P) [2]uint8
	Side func(p *P) uint8
}

// Enemy returns the event that an action costs the enemy at least so many models.
func (l Losses[F, P]) Enemy(name string, least int, gist string) Event[F, P] {
	return Event[F, P]{Name: name, Gist: gist, Holds: func(_ *F, before, after *P, _ Args) bool {
		return l.of(before, after, 1-l.Side(before)) >= least
	}}
}

// Own returns the event that an action costs the acting side at least so many models.
func (l Losses[F, P]) Own(name string, least int, gist string) Event[F, P] {
	return Event[F, P]{Name: name, Gist: gist, Holds: func(_ *F, before, after *P, _ Args) bool {
		return l.of(before, after, l.Side(before)) >= least
	}}
}

// of returns the models that an action has cost a side.
func (l Losses[F, P]) of(before, after *P, side uint8) int {
	return int(l.Lost(after)[side]) - int(l.Lost(before)[side])
}

// Gone returns the event that the unit named by an argument is lost.
func (r *Units[F, P]) Gone(name string, arg int, gist string) Event[F, P] {
	return Event[F, P]{Name: name, Gist: gist, Holds: func(f *F, _, after *P, a Args) bool { return !r.here(f, after, int(a[arg])) }}
}

package game

// Features are the numbers by which a position is judged: those that every game states,
// and all fields of the position itself.
type Features struct {
	Status Status
	Worth  [2]Evaluation // of each side
	Here   [2]int        // models of each side on the ground
	Fields []float32     // the integers and booleans of the position, in their order
}

// Features reads the features of the position that the runner has come to. It writes
// over the fields of x and uses their room.
func (r *Runner) Features(x *Features) { r.state.features(x) }

func (r *running[S, F, P]) features(x *Features) { r.boundSpec.features(&r.p, x) }

func (b *boundSpec[S, F, P]) features(p *P, x *Features) {
	x.Status = b.spec.Status(b.field, p)
	for side := range x.Worth {
		x.Worth[side] = b.spec.Evaluate(b.field, p, side)
	}
	x.Here, _ = b.spec.CountModels(b.field, p)
	x.Fields = b.numbers.Append(x.Fields[:0], p)
}

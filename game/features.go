package game

// Features are the numbers from which a statistical model rates a position: those that every game has,
// and all fields of the position or those that the model reads.
type Features struct {
	Status      Status
	Evaluations [2]Evaluation // of each side
	Here        [2]int        // models of each side on the table
	// Fields are the integers and booleans of the position, in their order: all of them, or those
	// that Chosen names by their places in that order.
	Fields []float32
	Chosen []int32 // nil for all; the caller sets it before the call
}

// Features writes the features of the position of the runner into x, and reuses its memory.
func (r *Runner) Features(x *Features) { r.state.features(x) }

func (r *running[S, F, P]) features(x *Features) { r.boundSpec.features(&r.p, x) }

func (b *boundSpec[S, F, P]) features(p *P, x *Features) {
	x.Status = b.spec.Status(b.field, p)
	for side := range x.Evaluations {
		x.Evaluations[side] = b.spec.Evaluate(b.field, p, side)
	}
	x.Here, _ = b.spec.CountModels(b.field, p)
	if x.Chosen == nil {
		x.Fields = b.numbers.Append(x.Fields[:0], p)
	} else {
		x.Fields = b.numbers.AppendChosen(x.Fields[:0], p, x.Chosen)
	}
}

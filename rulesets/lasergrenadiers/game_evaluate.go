package lasergrenadiers

// pieceValue returns the value of a piece for a policy: a soldier is 4.
func (f *Battlefield) pieceValue(p *Position, i int) int {
	state := &p.Figures[i]
	switch {
	case state.Seen == PlaceUnknown:
		return 4
	case state.Place == 0:
		return 0
	case f.pieces[i].vehicle:
		return 14 - int(state.Damage)
	case state.Shaken, state.Seen == Detected:
		return 3
	}
	return 4
}

// taskValue is how much of its task a side has fulfilled, for a policy.
func (f *Battlefield) taskValue(p *Position, side uint8) int {
	if p.Over() {
		return p.EndValue(side)
	}
	sum := 0
	for _, s := range f.objectives {
		sum += f.holdValue(p, int(s), side)
	}
	return sum
}

// holdValue returns a side's hold on one structure.
func (f *Battlefield) holdValue(p *Position, s int, side uint8) int {
	if f.task.Kind == Destroy {
		worn := 0
		for w := f.sites[s].first; w < f.sites[s].end; w++ {
			worn += 2*int(p.Wings[w].Holes) + int(p.Wings[w].Size) + 3*gapsIn(&p.Wings[w])
		}
		worn += 2 * int(p.Sites[s].Lost)
		if p.Sites[s].Gone {
			worn = 200
		}
		if side == f.task.Side {
			return worn
		}
		return -worn
	}
	in := f.insideStructure(p, s)
	sum := 6*in[side] - 6*in[1-side]
	return sum - f.nearestSoldier(p, s, side)
}

// nearestSoldier returns the distance of the nearest soldier of a side from a structure, in moves of six
// inches.
func (f *Battlefield) nearestSoldier(p *Position, s int, side uint8) int {
	return roster.Nearest(f, p, side, mostMoves, func(i int) int {
		if f.pieces[i].vehicle {
			return -1
		}
		return int(f.movesAway[p.at(i)][s])
	})
}

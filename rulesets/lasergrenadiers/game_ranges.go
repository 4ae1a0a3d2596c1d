package lasergrenadiers

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// reaches draws the ranges of a piece that has a weapon: in the open all around, behind
// walls through each opening that it fires by; and of an opening, what those on its floor
// fire at through it.
func reaches(f *Battlefield, p *Position, piece string) (list []scene.Reach) {
	i := slices.IndexFunc(f.pieces, func(x pieceInfo) bool { return x.Name == piece })
	if i < 0 {
		return f.openingRanges(p, piece)
	}
	if !p.here(i) || f.pieces[i].Weapon == 0 {
		return nil
	}
	u, post := rule.NewChecker(f.house), &f.places[p.at(i)]
	farthest := 0
	for _, fact := range []*rule.Fact{&rangeShort, &rangeMid, &rangeLong} {
		n := u.Fact(fact)
		if r, past := f.rangeClass(u, i, ground.Length(n)*ground.Inch); !past {
			list, farthest = append(list, scene.Ring(scene.Spot(post.at), n, r.Names()[r]+" range")), n
		}
	}
	if !f.isSheltered(p.at(i)) {
		return list
	}
	list = nil // Walls are in the way of the rings.
	for _, o := range f.openingsAt(p, post) {
		list = append(list, f.openingRange(post, o, farthest))
	}
	return list
}

// openingRanges draws what is fired at through an opening from each place behind it.
func (f *Battlefield) openingRanges(p *Position, opening string) (list []scene.Reach) {
	id, ok := f.groundMap.OpeningNamed(opening)
	if !ok {
		return nil
	}
	for k := range f.places {
		if post := &f.places[k]; post.walled && slices.Contains(f.openingsAt(p, post), id) {
			r := f.openingRange(post, id, scene.TableDiagonal(f.groundMap))
			if !slices.ContainsFunc(list, func(x scene.Reach) bool { return x.From == r.From }) {
				list = append(list, r)
			}
		}
	}
	return list
}

// openingsAt returns the openings that are there, and that a post has a line through.
func (f *Battlefield) openingsAt(p *Position, post *place) (list []ground.OpeningID) {
	if post.section < 0 || p.Wings[post.section].Fallen {
		return nil
	}
	for _, o := range f.allOpeningsOn(post) {
		if f.isOpen(p, o) && (f.canLookOut(post, o) || f.looksOut(post, o)) {
			list = append(list, o)
		}
	}
	return list
}

// looksOut reports whether a post has a line through the middle of an opening to just outside
// of it.
func (f *Battlefield) looksOut(post *place, o ground.OpeningID) bool {
	mid := f.groundMap.OpeningSpot(o)
	out := mid
	out.Point = mid.Along(int64(mid.X-post.at.X), int64(mid.Y-post.at.Y), ground.Inch/20)
	return f.groundMap.FiresThrough(o, out, post.at, ground.Destroyed{})
}

// openingRange returns what a post fires at through an opening. A piece near it leans out.
func (f *Battlefield) openingRange(post *place, o ground.OpeningID, far int) scene.Reach {
	if f.canLookOut(post, o) {
		return scene.ArcOfOpening(f.groundMap, o, 180, far, "Shaded: what a piece sees by leaning out")
	}
	return scene.FieldThroughOpening(f.groundMap, o, post.at, far, "Between the dots: what a piece sees from further back")
}

package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/scene"
)

// burntGround draws the ground where plants were destroyed, and how far it burns.
func (f *Battlefield) burntGround(p *Position) (list []scene.Area) {
	for k := range f.green {
		x, t := &p.Plots[k], &f.features[k]
		if !x.Gone {
			continue
		}
		corners := slices.Concat(t.Plan, t.Line)
		list = append(list, scene.Area{Name: t.Name + ", destroyed", Kind: "open", Label: x.Size == 0, Outline: scene.Outline(corners)})
		if x.Size > 0 {
			reach := t.Around(ground.Length(x.Size) * ground.Inch)
			list = append(list, scene.Area{Name: fmt.Sprintf("%s, burning for %d″ around its middle", t.Name, x.Size), Kind: "rubble", Label: true, Outline: scene.Outline(reach)})
		}
	}
	return list
}

package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/scene"
)

// burntGround draws the ground where plants were destroyed, and how far it burns.
func (f *Battlefield) burntGround(p *Position) (list []scene.Area) {
	for k := range f.plants {
		plot, feature := &p.Plots[k], &f.features[k]
		if !plot.Gone {
			continue
		}
		corners := slices.Concat(feature.Plan, feature.Line)
		list = append(list, scene.Area{Name: feature.Name + ", destroyed", Kind: "open", Label: plot.Size == 0, Outline: scene.Outline(corners)})
		if plot.Size > 0 {
			reach := feature.Around(ground.Length(plot.Size) * ground.Inch)
			list = append(list, scene.Area{Name: fmt.Sprintf("%s, burning for %d″ around its middle", feature.Name, plot.Size), Kind: "rubble", Label: true, Outline: scene.Outline(reach)})
		}
	}
	return list
}

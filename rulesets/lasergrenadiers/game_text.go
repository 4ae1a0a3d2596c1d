package lasergrenadiers

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/ground"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side])
	if p.Active > 0 {
		fmt.Fprintf(&out, "; %s has moved", f.pieces[p.Active-1].Name)
	}
	if p.Passed {
		out.WriteString("; the other side has passed")
	}
	out.WriteByte('\n')
	roster.Text(&out, f, p, f.sides, (*Battlefield).pieceText)
	for w := range f.sections {
		if s := f.sectionText(p, w); s != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.sections[w].name, s)
		}
	}
	for k := range f.plants {
		if s := plotText(&p.Plots[k]); s != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.groundMap.Feature(ground.FeatureID(k)).Name, s)
		}
	}
	return out.String()
}

// storeys names the storeys of a set.
func storeys(set uint8) string {
	var names []string
	if set&1 == 1 {
		names = append(names, "the ground floor")
	}
	for s := 1; s < 8; s++ {
		if set>>s&1 == 1 {
			names = append(names, fmt.Sprintf("storey %d", s))
		}
	}
	return strings.Join(names, " and ")
}

// plotText shows plants in words.
func plotText(x *Plot) string {
	switch {
	case x.Size > 0:
		return fmt.Sprintf("destroyed, burning, size %d", x.Size)
	case x.Gone:
		return "destroyed"
	}
	return ""
}

var seenWords = [...]string{Unseen: "", Located: "place known", Detected: "detected"}

func (f *Battlefield) pieceText(p *Position, i int) string {
	info := &f.pieces[i]
	text := troops.Rows[info.Unit-1].Text
	if info.Weapon > 0 {
		text += " with " + weapons.Rows[info.Weapon-1].Text
	}
	return fmt.Sprintf("%s at %s: %s", info.Name, f.places[p.at(i)].name, strings.Join(append([]string{text}, f.markers(p, i)...), ", "))
}

// markers returns the states of a piece in words.
func (f *Battlefield) markers(p *Position, i int) (words game.Words) {
	x := &p.Figures[i]
	words.If(f.isSheltered(p.at(i)) && x.Seen != Unseen, seenWords[x.Seen])
	words.If(x.Shaken, "shaken")
	words.If(x.Damage > 0, fmt.Sprintf("damage %d", x.Damage))
	words.If(x.Done, "done")
	return words
}

// sectionText shows a section in words.
func (f *Battlefield) sectionText(p *Position, section int) string {
	state, structure := &p.Wings[section], f.sections[section].structure
	if state.Fallen {
		return "fallen"
	}
	var words game.Words
	words.If(f.sites[structure].Points > 0 && p.Sites[structure].Lost > 0, fmt.Sprintf("the structure has lost %d of %d points", p.Sites[structure].Lost, f.sites[structure].Points))
	words.If(state.Size > 0, fmt.Sprintf("on fire, size %d", state.Size))
	words.If(state.Holes == 1, "a hole")
	words.If(state.Holes > 1, fmt.Sprintf("%d holes", state.Holes))
	words.If(state.Torn, "a part of the roof gone")
	for _, wallOfSection := range f.walls {
		if int(wallOfSection.section) == section {
			wall := wallOfSection.name[strings.LastIndexByte(wallOfSection.name, '/')+1:]
			words.If(state.Open[wallOfSection.wall] == 1, wall+" wall open")
			words.If(state.Open[wallOfSection.wall] > 1, wall+" wall open, on "+storeys(state.Open[wallOfSection.wall]))
			words.If(state.Open[wallOfSection.wall] == 0 && state.Worn[wallOfSection.wall] > 0, fmt.Sprintf("%s wall worn by %d", wall, state.Worn[wallOfSection.wall]))
		}
	}
	return words.String()
}

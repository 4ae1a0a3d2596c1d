package game

import (
	"fmt"
	"strings"

	"loophole/rule"
)

// FaceEffects describes the effect of each span of faces of a tally, if it has a wording: "13 or more hurts", "1
// wrecks the engine, 2–4 hurts the crew, 5–6 costs this shot". For a sum it says which sums pass, if they depend on
// the situation.
func (f *Instance) FaceEffects(p rule.Pool, cite rule.Clause) string {
	c, there := f.Game.Wording.Dice[cite]
	if there && p.Kind() == rule.Sum {
		return c.Passes
	}
	if !there || p.Kind() != rule.Tally {
		return ""
	}
	die := int(p.Die())
	var low, high [4]int
	for face := die; face >= 1; face-- {
		b := p.Bands().Band(face)
		low[b], high[b] = face, max(high[b], face)
	}
	if len(c.Bands) > 0 {
		var list []string
		last := ""
		for b, from := range low {
			if from == 0 || c.band(b) == last {
				continue
			}
			to := high[b]
			for next := b + 1; next < len(low) && low[next] > 0 && c.band(next) == c.band(b); next++ {
				to = high[next]
			}
			last = c.band(b)
			list = append(list, span(from, to, 0)+" "+last)
		}
		return strings.Join(list, ", ")
	}
	if c.Many == "" {
		return ""
	}
	from, to := c.span(f.House, p)
	does := c.Does
	if does == "" {
		does = c.Many
	}
	if from == 0 {
		return "nothing " + does
	}
	return span(from, to, die) + " " + does
}

// band returns the effect of a band of a tally. Bands beyond the last have its effect.
func (c DiceWording) band(b int) string { return c.Bands[min(b, len(c.Bands)-1)] }

// span writes faces: "6" or "2–4", and at either end of the die "13 or more" or "4 or less".
func span(from, to, die int) string {
	switch {
	case from == to:
		return fmt.Sprint(from)
	case to == die:
		return fmt.Sprintf("%d or more", from)
	case from == 1 && die > 0:
		return fmt.Sprintf("%d or less", to)
	}
	return fmt.Sprintf("%d–%d", from, to)
}

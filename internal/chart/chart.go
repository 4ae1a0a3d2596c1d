package chart

import "strconv"

// A Chart is a title with sets of bars.
type Chart struct {
	Title  string
	Series []Series
}

// A Series is one set of bars.
type Series struct {
	Title   string
	Unit    string // of the labels
	Numbers bool   // the labels are ascending numbers; names otherwise
	Bars    []Bar
}

// A Bar has a label and a chance from 0 to 1.
type Bar struct {
	Label  string
	Chance float64
}

// mostLabels is the largest number of labels below an axis.
const mostLabels = 30

// label returns the label of bar i, or "" where labels would overlap.
func (s *Series) label(i int) string {
	step := (len(s.Bars)-1)/mostLabels + 1
	if i%step != 0 {
		return ""
	}
	return s.Bars[i].Label
}

// Numbers returns the bars of a distribution whose values ascend. Values in between that never
// come up get a bar of height 0, up to 400 bars.
func Numbers(values []int, chance func(i int) float64) []Bar {
	const most = 400
	var bars []Bar
	for i, v := range values {
		for i > 0 && len(bars) < most && v-values[i-1] < most && len(bars) < v-values[0] {
			bars = append(bars, Bar{strconv.Itoa(values[0] + len(bars)), 0})
		}
		bars = append(bars, Bar{strconv.Itoa(v), chance(i)})
	}
	return bars
}

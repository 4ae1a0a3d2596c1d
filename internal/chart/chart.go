package chart

import "strconv"

// A Chart is what is drawn.
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

// A Bar has its label and its chance, 0 to 1.
type Bar struct {
	Label  string
	Chance float64
}

// mostLabels is how many labels fit below an axis.
const mostLabels = 30

// label leaves out labels where they would run into each other.
func (s *Series) label(i int) string {
	step := (len(s.Bars)-1)/mostLabels + 1
	if i%step != 0 {
		return ""
	}
	return s.Bars[i].Label
}

// Numbers makes the bars of a distribution, with a bar of no height for each
// value between that never comes up, as long as they are few enough to see.
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

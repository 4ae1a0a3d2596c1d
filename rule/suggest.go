package rule

import (
	"slices"
	"sort"
	"strings"
)

// ClosestNames returns up to three of the names that are closest to a mistyped word, best first. It
// compares by edit distance, and a common beginning counts as close. It leaves out names that have
// little in common with the word.
func ClosestNames(word string, names []string) []string {
	type scored struct {
		name string
		d    int
	}
	word = strings.ToLower(word)
	var near []scored
	for _, n := range names {
		low := strings.ToLower(n)
		if n == "" {
			continue
		}
		d := distance(word, low)
		if word != "" && (strings.HasPrefix(low, word) || strings.Contains(low, word)) {
			d = min(d, 1)
		}
		// A single letter has something in common with nearly every name.
		if d <= 1+len(n)/3 && (len(word) > 1 || strings.HasPrefix(low, word)) {
			near = append(near, scored{n, d})
		}
	}
	sort.Slice(near, func(i, j int) bool {
		if near[i].d != near[j].d {
			return near[i].d < near[j].d
		}
		return near[i].name < near[j].name
	})
	var out []string
	for _, s := range near[:min(3, len(near))] {
		out = append(out, s.name)
	}
	return out
}

// suggest returns the end of an error message about an unknown word: the closest names, or all
// names if they are few.
func suggest(word string, names []string) string {
	if near := ClosestNames(word, names); len(near) > 0 {
		return "; did you mean " + strings.Join(near, ", ") + "?"
	}
	sorted := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	if len(sorted) == 0 {
		return "; there are none"
	}
	sort.Strings(sorted)
	sorted = slices.Compact(sorted)
	if len(sorted) > 12 {
		return "; there are " + strings.Join(sorted[:12], ", ") + ", …"
	}
	return "; there are " + strings.Join(sorted, ", ")
}

// Suggest returns the end of an error message about an unknown word: "; did you mean …?" with the
// closest names, or the list of all names.
func Suggest(word string, names []string) string { return suggest(word, names) }

// distance returns the number of letters to insert, delete, replace or swap.
func distance(a, b string) int {
	// Very long words do not need an exact answer.
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	var before, last, row [66]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

package cli

import (
	"fmt"
	"strings"

	"loophole/internal/format"
	"loophole/rule"
	"loophole/sweep"
)

// mostGaps and mostRanges bound the text about what is missing.
const (
	mostGaps   = 8
	mostRanges = 12
)

// missingText returns what a result lacks: the parts, if it lacks whole parts, and the shards.
func missingText(r *sweep.Result) string {
	n, _ := r.Missing()
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	text := fmt.Sprintf("not complete: %s %s missing", format.Counted(n, "shards"), verb)
	if missing, parts := r.MissingParts(); parts > 0 {
		which := "part"
		if len(missing) > 1 {
			which = "parts"
		}
		text += fmt.Sprintf(", which %s %s %s of %d (--shard %d/%d)", verb, which, rangesOf(missing), parts, missing[0], parts)
	}
	gaps := r.Gaps()
	for _, g := range gaps[:min(mostGaps, len(gaps))] {
		text += "\n  " + g.Label()
		if g.Procedure == "" {
			which := "shard"
			if len(g.Lacks) > 1 {
				which = "shards"
			}
			text += ": " + which + " " + rangesOf(g.Lacks)
		}
	}
	if more := len(gaps) - mostGaps; more > 0 {
		text += rule.Counted("\n  and %d more {cell}", more)
	}
	return text
}

// rangesOf writes rising numbers, with ranges for those that follow each other: "1, 3-5".
func rangesOf(list []int) string {
	var words []string
	for i := 0; i < len(list); {
		last := i
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		if len(words) == mostRanges {
			return strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(list)-i)
		}
		if last == i {
			words = append(words, fmt.Sprint(list[i]))
		} else {
			words = append(words, fmt.Sprintf("%d-%d", list[i], list[last]))
		}
		i = last + 1
	}
	return strings.Join(words, ", ")
}

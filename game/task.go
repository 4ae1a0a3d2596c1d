package game

import (
	"fmt"

	"loophole/rule"
)

// TaskWords are what [Victory.CheckTask] needs for its errors: words of a ruleset, and keys of its set-up.
type TaskWords struct {
	Objective string // "section", in the form for [rule.Counted]
	Mark      string // the remedy if there is no objective: "mark one with objective: yes"
	Model     string // what Survive counts: "model"
	// Objectives and Units are the keys of the set-up that state the objectives and the units. A value of
	// them that cannot be read may be the cause of a fault of the task.
	Objectives, Units string
}

// CheckTask returns an error for the task of a set-up that is missing or cannot be fulfilled. The
// position is that of the start, or nil if not all units of the set-up could be read.
func (v *Victory[B, P]) CheckTask(b *B, p *P, sides [2]rule.Side, words TaskWords) error {
	kind, side, many := v.Task(b)
	goal, most := v.Goals[kind], len(v.objectives(b))
	switch {
	case kind == 0 && side == 0 && many == 0:
		return FollowsFrom(ErrorfAt("the task is missing, or lacks many: add task: {side: SIDE, many: NUMBER}", "task"), "task")
	case goal == Survive:
		if p == nil {
			return nil
		}
		most = v.Models(b, p, side)
		if many <= most { // With 0, it is enough that anybody is left.
			return nil
		}
		is := rule.Counted("%d {"+words.Model+"} {is|are} to survive", many)
		text := fmt.Sprintf("%s, and the %s side has %d: %s", is, sides[side], most, remedy(most))
		return FollowsFrom(ErrorfAt(text, "task", "many"), "task", words.Units)
	case most == 0:
		return FollowsFrom(ErrorfAt("the task needs an objective "+words.Objective+": "+words.Mark, "task"), "task", words.Objectives)
	case goal == Clear, goal == Most, goal == Score, many >= 1 && many <= most:
		return nil
	}
	text := rule.Counted("the task needs %d objective {"+words.Objective+"}, and %d {is|are} marked: ", many, most) + remedy(most)
	return FollowsFrom(ErrorfAt(text, "task", "many"), "task", words.Objectives)
}

// remedy says which numbers are possible.
func remedy(most int) string {
	switch most {
	case 0:
		return "add one"
	case 1:
		return "set many to 1"
	}
	return fmt.Sprintf("give many from 1 to %d", most)
}

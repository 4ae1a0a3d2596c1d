package wire

import (
	"fmt"
	"math"
	"strings"

	"loophole/analysis"
	"loophole/game"
	"loophole/rule"
	"loophole/winprob"
)

// AnalysisSays has the results of an analysis in sentences.
type AnalysisSays struct {
	Result   string `json:"result"`
	Adjusted string `json:"adjusted" doc:"the luck-adjusted result, and which side leads without luck"`
	Sums     string `json:"sums" doc:"what luck, decisions and corrections add up to"`
	Basis    string `json:"basis" doc:"the basis of the numbers"`
	Dice     string `json:"dice" doc:"about the counts of faces"`
	Tests    string `json:"tests" doc:"about the probabilities beside them"`
}

// DiceTests explains the probabilities beside the counts of faces.
const DiceTests = "p is the probability that the mean of fair dice is as far from the expected one, or farther. That of the faces compares how often each came up; it needs five dice for each face."

// DiceSay says beside the counts of faces what luck is. It is the same for every game.
const DiceSay = "High dice are not luck: the luck of a roll is how much it changed the chance to win."

func analysisSays(r *analysis.Report) AnalysisSays {
	if r.DiceOnly {
		return AnalysisSays{Result: resultSays(r), Sums: SumsSay, Dice: DiceSay, Tests: DiceTests}
	}
	if r.ValuesOnly {
		return AnalysisSays{Result: resultSays(r), Sums: SumsSay, Basis: AnalysisBasis(r), Dice: DiceSay, Tests: DiceTests}
	}
	return AnalysisSays{resultSays(r), adjustedSays(r), SumsSay, AnalysisBasis(r), DiceSay, DiceTests}
}

// Shown is half of a tenth of a point, the smallest change of a chance that is not shown as 0.
const Shown = 0.0005

// SumsSay says what the sums of an analysis add up to.
const SumsSay = "A side's chance at the start, its luck, what the other side gave up and the model's corrections, less what it gave up itself, make the result. The model corrects itself where an action promises more or less than the position before it did, and where exact chances take the model's place."

// resultSays describes the end of the game, or its state at the end of the record.
func resultSays(r *analysis.Report) string {
	f := r.Instance
	if !r.Status.Over && r.DiceOnly {
		return "The record ends before the game does."
	}
	if !r.Status.Over {
		return fmt.Sprintf("The record ends before the game does: %s has %s to win, %s %s.", f.Sides[0], WinChance(r.End), f.Sides[1], WinChance(1-r.End))
	}
	return game.Capital(f.Verdict(r.Status)) + "."
}

// level is the largest distance from an even result that is called level.
const level = 0.005

// adjustedSays describes the effect of luck, and which side leads without it.
func adjustedSays(r *analysis.Report) string {
	f, a := r.Instance, r.Adjusted()
	s := fmt.Sprintf("Adjusted for luck, the result is %s %s, %s %s: ", f.Sides[0], WinChance(a), f.Sides[1], WinChance(1-a))
	lucky, luck := 0, r.Luck
	if luck < 0 {
		lucky, luck = 1, -luck
	}
	if luck < Shown {
		s += "luck favoured neither side"
	} else {
		s += fmt.Sprintf("luck was worth %.1f points to %s", 100*luck, f.Sides[lucky].Called())
	}
	ahead := 0
	switch {
	case math.Abs(a-0.5) < level:
		return s + ", and without it both sides are level."
	case a < 0.5:
		ahead = 1
	}
	but := ", and without it "
	if r.Status.Over && r.Status.Winner >= 0 && r.Status.Winner != ahead {
		but = ", but without it "
	}
	s += but + f.Sides[ahead].WithVerb("lead") + "."
	if why := OutsideSays(a); why != "" {
		s += " " + why
	}
	return s
}

// OutsideSays explains a luck-adjusted result that is shown as less than 0 or more than 100 %. It is
// empty for all others.
func OutsideSays(adjusted float64) string {
	if adjusted > -Shown && adjusted < 1+Shown {
		return ""
	}
	return "In one game this can lie outside of 0 to 100 %, because the adjustment subtracts the luck of the rolls as the model estimates it: only the average over many games is meaningful."
}

// AnalysisBasis describes the basis of an analysis.
func AnalysisBasis(r *analysis.Report) string {
	var b strings.Builder
	b.WriteString(modelSays(r.Quality))
	if r.SolvedFrom != 1 {
		b.WriteString(" It compares decisions by the positions right after the action, and what seems to give up 5 points or more also by playing the game on. Hints play on from every good action.")
		b.WriteString(strongSays(r.Instance, 0))
	}
	if r.SolvedFrom > 0 {
		fmt.Fprintf(&b, " From action %d on everything is solved.", r.SolvedFrom)
	}
	if r.SolvedFrom > 1 {
		b.WriteString(" The curve can jump there, because exact chances take the place of the model's.")
	}
	if r.Sampled > 0 {
		b.WriteString(" " + rule.Counted("%d {action} {has|have} too many outcomes for exact odds, and {was|were}", r.Sampled))
		fmt.Fprintf(&b, " tried %d,%03d times.", r.Trials/1000, r.Trials%1000)
	}
	return b.String()
}

// modelSays describes the quality of a model.
func modelSays(q winprob.Quality) string {
	says := rule.Counted("The model of the chance to win was fitted to %d {game} of self-play.", q.Games) +
		fmt.Sprintf(" Its Brier score is %.3f; that of a constant is %.3f.", q.Brier, q.Constant)
	if q.Brier >= q.Constant {
		says += " So it tells no more than a constant, and what is not solved is a guess."
	}
	return says
}

// GivenSays writes what an action gave up in points, and how much of it decisions within the action.
func GivenSays(given, within float64) string {
	says := PointsOf(-given)
	if within >= 0.01 && given-within >= 0.01 {
		says += ", of which " + PointsOf(-within) + " by decisions within it"
	}
	return says
}

// Resigns describes a resignation after the name of its side, as "resigns" or "resign".
func Resigns(side rule.Side) string {
	return strings.TrimPrefix(side.WithVerb("resign"), side.Called()+" ")
}

// WinChance formats a probability in percent. An adjusted result can be outside of 0 to 100 %.
func WinChance(v float64) string { return minus(fmt.Sprintf("%.1f %%", 100*v)) }

// PValueOf formats the probability of a test.
func PValueOf(p float64) string {
	if p < 0.005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", p)
}

// PointsOf formats a change of a probability in points of a hundred, with its sign.
func PointsOf(v float64) string { return minus(fmt.Sprintf("%+.1f", 100*v)) }

// ErrorOf formats a standard error of a chance in points of a hundred, as " ± 1.2". It is empty if it is shown as 0.
func ErrorOf(v float64) string {
	if v < Shown {
		return ""
	}
	return fmt.Sprintf(" ± %.1f", 100*v)
}

// minus replaces a hyphen by a minus sign, and drops it before zero.
func minus(s string) string {
	if zero, ok := strings.CutPrefix(s, "-0.0"); ok {
		return "0.0" + zero
	}
	if s == "+0.0" {
		return "0.0"
	}
	return strings.Replace(s, "-", "−", 1)
}

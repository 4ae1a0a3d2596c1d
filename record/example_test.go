package record_test

import (
	"bytes"
	"fmt"

	"loophole/dice"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
)

// A procedure is run with the program's dice, recorded and replayed.
func ExampleReplay() {
	rules, err := rulesets.Find("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	question, err := rules.Ask("attack", "lead=sig-33b", "lead.distance=3", "support=panzer-iii", "level=1", "hexes=2", "squads=4")
	if err != nil {
		fmt.Println(err)
		return
	}
	var text bytes.Buffer
	w, err := record.NewWriter(&text, record.NewHeader(question, "example", record.ProgramDice(1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := question.Play(dice.NewRandom(1), &rule.Record{OnEntry: w.Entry})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := record.Read(&text)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, again, err := record.Replay(file, rulesets.Find)
	fmt.Println(outcome == again, err)
	// Output: true <nil>
}

package match_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"loophole/dice"
	"loophole/match"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

// A match writes its record during play. Anybody can verify it later, and detect one changed
// letter.
func ExampleVerify() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := scenario.Open(g, "worked", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	header, err := match.NewHeader(instance, "example", [2]string{"Ann", "Ben"}, record.ProgramDice(7))
	if err != nil {
		fmt.Println(err)
		return
	}
	var text bytes.Buffer
	m, err := match.New(instance, header, &text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fire, err := instance.ParseAction("fire sig-33b at squad-a normal with panzer-iii")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := m.Play(fire, dice.NewRandom(7)); err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{text.String(), strings.Replace(text.String(), "Ann", "Eve", 1)} {
		file, err := match.Read(strings.NewReader(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := match.Verify(file, rulesets.Game)
		var fault *record.Fault
		if errors.As(err, &fault) {
			fmt.Printf("line %d: %s\n", fault.Line, fault.Kind)
			continue
		}
		fmt.Printf("%d action; finished: %t\n", report.Actions, report.Finished)
	}
	// Output:
	// 1 action; finished: false
	// line 1: altered
}

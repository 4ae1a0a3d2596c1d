package main

import (
	"fmt"
	"os"

	"loophole/rulesets"
	"loophole/scenario"
)

func main() {
	for _, g := range rulesets.Games {
		dir := "scenario/bundled/" + g.Rules.ID
		os.MkdirAll(dir, 0o777)
		for _, t := range g.Scenarios {
			f, err := g.Begin(t.Name, nil)
			if err != nil {
				panic(err)
			}
			b := &scenario.Battle{Ruleset: g.Rules.ID, Name: t.Name, Gist: t.Gist}
			s, err := b.Print(f.Setup, g.Rules)
			if err != nil {
				panic(err)
			}
			if err := os.WriteFile(dir+"/"+t.Name+".yaml", []byte(s), 0o666); err != nil {
				panic(err)
			}
			fmt.Println(dir, t.Name)
		}
	}
}

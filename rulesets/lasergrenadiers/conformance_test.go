package lasergrenadiers_test

import (
	"testing"

	"loophole/rulesets/lasergrenadiers"
	"loophole/rulestest"
)

func TestConformance(t *testing.T) {
	rulestest.Run(t, lasergrenadiers.Rules, rulestest.Options{Game: lasergrenadiers.Game})
}

func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, lasergrenadiers.Rules) }

package server

import (
	"net/http"
	"slices"
	"testing"
)

// TestSymbolsOfUnits: the choice of a unit shows the symbols of the counters on the map. The units
// are chosen by hand from the tables of the rulebooks.
func TestSymbolsOfUnits(t *testing.T) {
	srv := served(t, Options{})
	for _, x := range []struct {
		procedure, path string
		want            map[string]string
	}{
		{"konflikt47/procedures/shoot-at", "unit", map[string]string{
			"none": "", "us-infantry": "infantry", "shocktroopers": "elite", "mmg-team": "machine gun", "anti-tank-team": "tank hunters", "sniper-team": "sniper",
			"heavy-mortar-team": "mortar", "pak-40": "anti-tank gun", "us-105mm-howitzer": "artillery", "sherman": "tank", "jagdtiger": "assault gun",
			"merlin": "walker", // a walker, though no part of its name says so
		}},
		{"tideofiron/procedures/attack", "vehicle", map[string]string{
			"tiger-i": "tank", "stug-iii": "assault gun", "pak-40": "anti-tank gun", "mg": "machine gun", "mortar-suppressive": "mortar",
			"regular": "infantry", "elite": "elite", "officer": "officer",
		}},
		{"oldworld/procedures/assault", "attackers.unit", map[string]string{
			"state-troops": "infantry", "greatswords": "elite", "stone-trolls": "monster", "captain": "hero", "cannon-crew": "artillery",
		}},
		{"oldworld/procedures/cannon", "engine", map[string]string{"great-cannon": "artillery", "mortar": "mortar", "rock-lobber": "artillery", "fire-breath": "monster"}},
		{"lasergrenadiers/procedures/fire", "unit", map[string]string{
			"infantry": "infantry", "powered-infantry": "elite", "crew-served": "machine gun", "combat-engineer": "engineers", "wardrone": "walker", "tank": "tank",
		}},
	} {
		var p ProcedureDetail
		(&client{t: t, s: srv}).want(http.StatusOK, &p, "GET", "/rulesets/"+x.procedure, nil)
		at := slices.IndexFunc(p.Keys, func(k KeyOf) bool { return k.Path == x.path })
		if at < 0 {
			t.Errorf("%s has no %s", x.procedure, x.path)
			continue
		}
		k := p.Keys[at]
		if len(k.Symbols) != len(k.Options) {
			t.Errorf("%s: %d symbols for %d options", x.path, len(k.Symbols), len(k.Options))
			continue
		}
		for name, want := range x.want {
			if i := slices.Index(k.Options, name); i < 0 || k.Symbols[i] != want {
				t.Errorf("%s %s: option %d of %q, not %q", x.procedure, name, i, k.Symbols, want)
			}
		}
		for _, k := range p.Keys {
			if k.Kind != "word" && k.Symbols != nil {
				t.Errorf("%s %s: a %s has symbols", x.procedure, k.Path, k.Kind)
			}
		}
	}
}

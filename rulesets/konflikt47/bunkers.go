package konflikt47

// Bunkers follow the rules for buildings (bunker.as-building, Structure.countsAsBunker). The exceptions
// are beside the rules for buildings:
//
//	doors (bunker.doors)               structures.go: Structure.requirePassable
//	firing slits (bunker.slits)        structures.go: Structure.requireFireable
//	cover −4 (bunker.cover)            shooting_at.go: Structure.cover; the number is in host_tables.go
//	flames (bunker.flame)              flamethrowers.go: prepareFlame
//	indirect fire (bunker.indirect)    he_indirect.go: playShell
//	vehicles (bunker.no-ram)           vehicles.go: legalRam

package konflikt47

// Bunkers follow the rules for buildings (bunker.as-building, Structure.countsAsBunker). The exceptions
// are beside the rules for buildings:
//
//	doors (bunker.doors)               Structure.requirePassable
//	firing slits (bunker.slits)        Structure.requireFireable
//	cover −4 (bunker.cover)            Structure.cover
//	flames (bunker.flame)              prepareFlame
//	indirect fire (bunker.indirect)    playShell
//	vehicles (bunker.no-ram)           legalRam

package konflikt47

// Bunkers follow the rules for buildings (bunker.as-building, Structure.reinforced). The exceptions
// are where the rules for buildings are:
//
//	doors (bunker.doors)               Structure.passable
//	firing slits (bunker.slits)        Structure.fireable
//	cover −4 (bunker.cover)            Structure.cover
//	flames (bunker.flame)              prepareFlame
//	indirect fire (bunker.indirect)    playShell
//	vehicles (bunker.no-ram)           legalRam

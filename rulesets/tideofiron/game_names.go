package tideofiron

// names are what players call things of the bundled scenarios whose names do not say it.
var names = map[string]string{
	// Modes of fire, behind their kind.
	"mode/normal": "", "mode/suppressive": "to suppress",
	// Vehicles and guns.
	"sig-33b": "the sIG 33b", "stug-iii": "the StuG III", "panzer-iii": "the Panzer III", "tiger": "the Tiger", "t-34": "the T-34",
	"t-70": "the T-70", "pak-40": "the Pak 40",
	// Squads.
	"mg-squad": "the MG squad", "maxim": "the Maxim crew", "anti-tank": "the anti-tank squad", "point": "the point squad",
	"rear": "the rear squad", "cellar": "the cellar squad", "roof": "the roof squad", "neighbours": "the neighbouring squad",
	"landing": "the landing squad", "attic": "the attic squad", "tommy-guns": "the tommy gunners", "rifles": "the riflemen",
}

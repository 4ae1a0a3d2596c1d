package konflikt47

// names are what players call weapon classes, behind their domain.
var names = map[string]string{
	"means/bullets": "", "means/shells": "shells", "means/flames": "flames", "means/lobbed-shells": "lobbed shells",
}

// scenarioNames are what players call the things of each bundled scenario whose names do not say it.
var scenarioNames = map[string]map[string]string{
	"bunkers": {
		"pak-43": "the Pak 43", "avre": "the AVRE", "crocodile": "the Crocodile", "mg-bunker": "the MG bunker",
		"assembly": "the assembly area", "teeth": "the dragon's teeth", "teeth/gap": "the gap in the dragon's teeth",
		"flamers": "the flamethrower team",
	},
	"crossroads": {
		"is-2": "the IS-2", "is-3": "the IS-3", "zeus": "the Zeus", "mammoth": "the Mammoth", "spinne": "the Spinne",
		"road-south": "the south road", "field-west": "the west field", "pak": "the Pak 40",
		"school/west-wing/class":       "the classroom window",
		"school/west-wing/upper-class": "the upper classroom window", "school/west-wing/lab": "the laboratory window",
		"school/east-wing/hall": "the hall window", "school/east-wing/library": "the library window",
		"school/east-wing/study": "the study window", "chapel/rose": "the rose window of the chapel",
	},
	"farmhouse": {
		"pak": "the Pak 40", "farm/house": "the farmhouse", "farm/barn": "the barn", "sherman": "the Sherman",
		"schreck": "the Panzerschreck", "farm/house/kitchen": "the kitchen window",
		"farm/house/bedroom": "the bedroom window", "farm/house/attic": "the attic window",
		"farm/house/gable": "the gable window",
	},
	"granary": {
		"flamers": "the flamethrower team", "schreck": "the Panzerschreck", "sidings-east": "the east sidings",
		"tesla-tank": "the Tesla tank", "granary/loading-south": "the south window of the loading floor",
		"granary/loading-east":  "the east window of the loading floor",
		"granary/loading-west":  "the west window of the loading floor",
		"granary/sorting-south": "the south window of the sorting floor",
		"granary/sorting-east":  "the east window of the sorting floor",
		"granary/sorting-west":  "the west window of the sorting floor",
		"granary/drying-south":  "the south window of the drying floor",
		"granary/drying-east":   "the east window of the drying floor",
		"granary/drying-west":   "the west window of the drying floor",
		"granary/loft-south":    "the south window of the loft", "granary/loft-east": "the east window of the loft",
		"granary/loft-west": "the west window of the loft",
	},
	"rear-guard": {
		"farm/house": "the farmhouse", "farm/barn": "the barn", "farm/house/kitchen": "the kitchen window",
		"farm/house/bedroom": "the bedroom window", "farm/house/attic": "the attic window",
		"farm/house/gable": "the gable window",
	},
	"terrace": {
		"flamers": "the flamethrower team", "street/no-1": "No. 1",
		"street/no-1/parlour": "the parlour window of No. 1", "street/no-1/bedroom": "the bedroom window of No. 1",
		"street/no-1/back-room": "the back room window of No. 1", "street/no-2": "No. 2",
		"street/no-2/parlour": "the parlour window of No. 2", "street/no-2/bedroom": "the bedroom window of No. 2",
		"street/no-2/back-room": "the back room window of No. 2", "street/no-3": "No. 3",
		"street/no-3/parlour": "the parlour window of No. 3", "street/no-3/bedroom": "the bedroom window of No. 3",
		"street/no-3/back-room": "the back room window of No. 3", "street/no-4": "No. 4",
		"street/no-4/parlour": "the parlour window of No. 4", "street/no-4/bedroom": "the bedroom window of No. 4",
		"street/no-4/back-room": "the back room window of No. 4", "volksgrenadiers": "the Volksgrenadiers",
		"tram": "the tram stop",
	},
	"two-bunkers": {
		"mg-bunker": "the MG bunker", "teeth": "the dragon's teeth", "teeth/gap": "the gap in the dragon's teeth",
	},
}

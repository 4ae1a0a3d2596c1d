package d20skirmish

// scenarioNames are what players call the things of each bundled scenario whose names do not say it.
var scenarioNames = map[string]map[string]string{
	"arnhem": {
		"c-company": "C Company", "pioniere": "the Pioniere", "stoss-1": "Stosstrupp 1", "stoss-2": "Stosstrupp 2",
		"schuetzen-1": "Schützen 1", "schuetzen-2": "Schützen 2", "class-door": "the classroom door",
	},
	"la-fiere": {
		"mg-team": "the MG team", "bar-team": "the BAR team",
	},
	"merville": {
		"assault-1": "Assault Team 1", "assault-2": "Assault Team 2", "diversion": "the diversion party",
		"feldwebel": "the Feldwebel", "edge": "the edge of the apron",
	},
	"ortona": {
		"mg-42": "the MG 42", "bren": "the Bren gun", "first-house": "the ground floor of the first house",
		"second-house": "the ground floor of the second house", "third-house": "the ground floor of the third house",
		"first-floor": "the upper floor of the first house", "second-floor": "the upper floor of the second house",
		"third-floor": "the upper floor of the third house", "first-house+first-floor": "the first house",
		"second-house+second-floor": "the second house", "third-house+third-floor": "the third house",
		"first-door": "the door of the first house", "third-door": "the door of the third house",
		"second-slit": "the slit of the second house",
	},
	"wxyz": {
		"passage/along-2": "", "passage/along-3": "", "passage/along-4": "", "passage/along-5": "",
		"summers": "Summers", "along-2": "the way along to Section 2", "along-3": "the way along to Section 3",
		"along-4": "the way along to Section 4", "along-5": "the way along to Section 5",
		"carbines": "the carbine men", "mess": "the mess hands",
	},
}

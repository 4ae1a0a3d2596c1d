package oldworld

// leavesOut is what the game leaves out of the chapter and of its host game, in
// sentences for players.
var leavesOut = []string{
	"Units fight in and at buildings; in the open only where that has led: a garrison fights on before its walls with an enemy who has given ground within reach of its ranks, and winners there follow up and pursue. Nobody charges or is charged in the open, and one unit fights one there, front to front.",
	"Nobody overruns, and attackers who have won at a building go in or stay where they are. A garrison that comes out in pursuit stops at its own wall. Winners in the open go straight on by all their dice, and have charged a building with an enemy inside that is in their way, who does not react; any other wall, rock, an enemy in the open or the edge of the table stops them.",
	"Two units at most assault one building; in each round the unit inside strikes one of the two with all its blows.",
	"Charges are declared, answered and moved one after the other, so a unit that is assaulted already only holds; and a charge whose target flees is not redirected.",
	"A unit is a point for measuring, without ranks or files; it goes from one named spot to another and wheels and reforms without paying for it.",
	"Units in the open do not stand in each other's way; friends that flee do not run through others, and terrain costs no movement except on a charge.",
	"One unit at a time stands at each wall of a building; one that charges a wall where somebody stands is put down at the middle of the nearest free one, and those who come out stand at the middle of theirs.",
	"A unit that flees or falls back goes straight away from the enemy, or at an angle round what bars its way.",
	"Cover in the open belongs to a spot; whether one unit hides another in the open is seen along one line, and a building higher than a man is never hidden by models.",
	"Characters join and leave garrisons only, one to a unit; they fight no challenges, and no general lends his Leadership.",
	"A template that scatters meets the rectangle around a building, and its arrow points at one of the twelve hours of a clock; engines fire at occupied buildings only, and a cannon aims at the middle of one.",
	"An engine's template strikes nobody outside the building, because nobody can count the models of a unit under it; a ball strikes one unit before the building and one behind it, the nearest to its walls.",
	"Spells that do no harm are not cast, and no spell is cast in combat; a template in the open touches seven models, and a miscast there strikes the wizard and those in buildings that its template touches; there are no magic items, vortices that remain in play, or powers of armies.",
	"There is no psychology but panic, fear and terror, no reserves, no victory points: the task of the scenario decides.",
}

package oldworld

// leavesOut lists what the game leaves out of the chapter and of the host game, in
// sentences for players.
var leavesOut = []string{
	"Units fight in and at buildings. They fight in the open only after that: a garrison follows an enemy that gives ground within reach of its ranks and fights on outside, and winners there follow up and pursue. Nobody charges or is charged in the open, and each combat there is one unit against one, front to front.",
	"Nobody overruns. Attackers that have won at a building enter it or stay where they are. A garrison that comes out in pursuit stops at its own wall. Winners in the open pursue straight ahead for their whole roll. If a building with an enemy inside is in their way, they charge it, and the enemy does not react. Any other wall, rock, an enemy in the open or the edge of the table stops them.",
	"At most two units assault one building. In each round the unit inside makes all its attacks against one of them.",
	"Charges are declared, answered and moved one after the other, so a unit that is already assaulted can only hold. A charge is not redirected if its target flees.",
	"For measuring, a unit is a point without ranks or files. It moves from one named spot to another, and wheels and reforms at no cost.",
	"Units in the open do not block each other's way. Fleeing friends do not run through other units, and terrain costs no movement except on a charge.",
	"Each wall of a building has room for one unit. A unit that charges an occupied wall is put down at the middle of the nearest free wall, and a unit that comes out at the middle of its wall.",
	"A unit that flees or falls back moves straight away from the enemy, or at an angle around obstacles.",
	"Cover in the open belongs to a spot. A single line decides whether one unit hides another in the open. Models never hide a building taller than they are.",
	"Characters join and leave units in buildings only, at most one in a unit. They fight no challenges, and no general lends Leadership to others.",
	"A template that scatters is compared with the rectangle around a building, and its arrow points at one of the twelve hours of a clock. Engines fire at occupied buildings only, and a cannon aims at the middle of one.",
	"An engine's template hits nobody outside the building, because models have no places to count under it. A ball hits at most one unit before the building and one behind it, each the nearest to the walls.",
	"Wizards do not cast spells that do no harm, and cast none in combat. A template in the open touches seven models. A miscast there hits the wizard, and units in buildings that its template touches. There are no magic items, no vortices that remain in play, and no powers of armies.",
	"Panic, fear and terror are the only psychology. There are no reserves and no victory points: the task of the scenario decides.",
}

package konflikt47

// leavesOut is what the game leaves out of its host game and of the chapter.
var leavesOut = []string{
	"Units in the open do not assault each other, and nobody assaults a vehicle: assaults go into buildings, through them and out of them.",
	"Tanks and walkers drive into buildings only, not into other vehicles or into troops.",
	"A unit that is fired at may go down or fire back; it does not run to cover. Recce vehicles have no move of their own in reaction.",
	"Ambush waits for an enemy to end a move; it does not interrupt one.",
	"Units stand on named spots, one on each, and their men are not placed one by one. Distances are measured to the spot.",
	"A vehicle takes the shortest way to a spot; its turns and its facings are not followed, and it shows its front to all fire.",
	"Guns stay where they were set up, and are not towed. A gun shield faces everybody.",
	"Nobody is mounted, nobody rides in a vehicle, and there are no Panzerfausts.",
	"Nobody goes onto a roof or into a cellar; rulings about roofs change procedures only.",
	"Nobody shoots at a floor or a section of his own building from inside, whatever the ruling inside-fire says.",
	"A unit fires bullets and shot, or one weapon with shells, or one flamethrower in an order; only bullets and shot are divided between two targets, two at the most.",
	"Indirect fire finds its range on targets in buildings only; at others every shot needs a 6. There are no spotters.",
	"A winner of an assault takes the place or stays where he came from; the inches of regrouping are not moved.",
	"Whoever panics is moved to the spot within reach that is farthest from the nearest enemy in sight.",
	"The officer's help counts from place to place; orders that snap others to action are not given.",
	"Special rules of weapons and units that the tables do not list are not played.",
}

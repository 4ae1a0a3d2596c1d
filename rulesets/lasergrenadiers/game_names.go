package lasergrenadiers

// names are what players call things of the bundled scenarios whose names do not say it.
var names = map[string]string{
	// The bastion.
	"beamer": "the beam tank", "lander": "the landing tank", "keep/keep-south": "the south slit of the keep",
	"keep/keep-west": "the west slit of the keep", "rampart/rampart": "the slit of the rampart",
	"gatehouse/gate-slit": "the slit of the gatehouse", "gatehouse/gate": "the gate of the gatehouse",
	// The bunker line.
	"left-gun": "the left machine gun", "right-gun": "the right rifleman", "trencher": "the trench rifleman",
	"pit-gun": "the autocannon", "rocket": "the rocket trooper", "mortar": "the howitzer", "storm-gun": "the minigun trooper",
	"rifle": "the rifleman", "sawyer": "the saw drone", "lancer": "the lancer", "west-foot": "the foot of the left pillbox",
	"right-foot": "the foot of the right pillbox", "behind-left": "behind the left pillbox",
	"behind-right": "behind the right pillbox", "trench-north": "the north end of the trench",
	"trench-south":            "the south end of the trench",
	"left-pillbox/left-flank": "the flank slit of the left pillbox", "left-pillbox/left-door": "the door of the left pillbox",
	"left-pillbox/left-slit": "the front slit of the left pillbox", "right-pillbox/right-door": "the door of the right pillbox",
	"right-pillbox/right-slit": "the front slit of the right pillbox",
	// The farm.
	"blaster": "the blaster gunner", "bolter": "the bolt rifleman", "heavy": "the heavy trooper", "burner": "the flamer trooper",
	"flamethrower": "the flamethrower man", "house/parlour": "the parlour window", "house/bedroom": "the bedroom window",
	"house/gable": "the gable window", "house/crack": "the crack in the wall of the house",
	// The street.
	"terrace/one": "the first house", "terrace/two": "the second house", "terrace/three": "the third house",
	"wall-one": "the wall of the first house", "back-two": "the back of the second house",
	"one-hall": "the hall of the first house", "two-hall": "the hall of the second house",
	"three-hall": "the hall of the third house", "villa-hall": "the hall of the villa",
	"one-landing": "the landing of the first house", "two-landing": "the landing of the second house",
	"three-landing": "the landing of the third house", "villa-bay": "the bay of the villa",
	"terrace/one/one-window": "the window of the first house", "terrace/one/one-door": "the door of the first house",
	"terrace/one/one-upper": "the upper window of the first house", "terrace/two/two-door": "the door of the second house",
	"terrace/two/two-upper":    "the upper window of the second house",
	"terrace/three/three-back": "the back window of the third house", "terrace/three/three-door": "the door of the third house",
	"terrace/three/three-window": "the window of the third house", "tenant-one": "the first tenant",
	"tenant-two": "the second tenant", "tenant-three": "the third tenant", "cutter": "the saw engineer",
	"fuser": "the demolition engineer", "repeater": "the autocannon trooper", "phaser": "the phaser rifleman",
	"light-gun": "the light gun carrier",
	// The warehouse.
	"warehouse/west": "the west part of the warehouse", "warehouse/middle": "the middle of the warehouse",
	"warehouse/east": "the east part of the warehouse", "warehouse/west/west-light": "the west skylight",
	"warehouse/west/loading-bay": "the loading bay", "warehouse/middle/middle-light": "the middle skylight",
	"warehouse/east/east-light": "the east skylight", "warehouse/east/back-door": "the back door of the warehouse",
	"store/shop-door": "the shop door", "store/display": "the display window", "store/upstairs": "the upstairs window",
	"missile": "the missile crew", "upper": "the lodger", "hammer": "the Hammerhead carrier", "dozer": "the bulldozer",
	// Wildfire.
	"church/rose": "the rose window", "church/chink": "the chink in the church wall",
	"church/crack": "the crack in the church wall", "shed/shed-door": "the shed door", "tank/valve": "the valve of the tank",
	"torch": "the flame trooper", "plasma": "the plasma gunner", "hell": "the hellburner", "rain": "the hellfire crew",
	"vapor": "the vaporshock trooper", "spark": "the blazer gunner",
	// The works.
	"factory/shop": "the workshop", "factory/tower": "the tower", "factory/shop/north-light": "the north window of the factory",
	"factory/shop/shop-gate": "the gate of the factory", "factory/tower/tower-light": "the tower window",
	"factory/tower/tower-door": "the tower door", "lumber": "the lumber store", "lumber/west": "the west part of the lumber store",
	"lumber/east": "the east part of the lumber store", "lumber/west/lumber-door": "the door of the lumber store",
	"beside-lumber": "beside the lumber store", "mini": "the minigun trooper", "launcher": "the grenade launcher",
	"digger": "the saw engineer",
}

package scene

import "strings"

// Symbol is the sign on a counter. Signs differ by shape, not by colour.
type Symbol uint8

// The symbols.
const (
	ByKind Symbol = iota // the sign of the kind of the piece
	Foot
	Elite
	MachineGun
	Mortar
	AntiTankGun
	Artillery
	Tank
	AssaultGun
	Walker
	Flamethrower
	Engineers
	TankHunters
	Sniper
	Hero
	Monster
	Officer
)

// Names lists the names of the symbols.
func (Symbol) Names() []string {
	return []string{
		"by kind", "infantry", "elite", "machine gun", "mortar", "anti-tank gun", "artillery", "tank", "assault gun", "walker",
		"flamethrower", "engineers", "tank hunters", "sniper", "hero", "monster", "officer",
	}
}

// symbolWords maps parts of names in a rulebook's tables of units and weapons to symbols.
var symbolWords = []struct {
	part string
	sign Symbol
}{
	{"mortar", Mortar}, {"sniper", Sniper}, {"flame", Flamethrower}, {"zippo", Flamethrower}, {"crocodile", Flamethrower},
	{"stug", AssaultGun}, {"sig-33", AssaultGun}, {"su-122", AssaultGun}, {"stuh", AssaultGun}, {"hummel", AssaultGun}, {"jagd", AssaultGun}, {"isu-", AssaultGun}, {"assault-gun", AssaultGun},
	{"howitzer", Artillery}, {"artillery", Artillery}, {"cannon", Artillery}, {"rock-lobber", Artillery}, {"bolt-thrower", Artillery}, {"war-machine", Artillery},
	{"pak-", AntiTankGun}, {"57mm-gun", AntiTankGun}, {"3-inch-gun", AntiTankGun}, {"anti-tank-team", TankHunters}, {"anti-tank", TankHunters}, {"rpg", TankHunters},
	{"mmg", MachineGun}, {"hmg", MachineGun}, {"mg-german", MachineGun}, {"machine-gun", MachineGun}, {"minigun", MachineGun},
	{"pionier", Engineers}, {"engineer", Engineers}, {"saw", Engineers}, {"demolition", Engineers},
	{"shocktroop", Elite}, {"heavy-infantry", Elite}, {"powered", Elite}, {"greatsword", Elite}, {"chaos-warriors", Elite},
	{"troll", Monster}, {"behemoth", Monster}, {"captain", Hero}, {"mage", Hero}, {"wardrone", Walker},
}

// SymbolOf returns the symbol for names from a rulebook's tables. The first name that matches a
// symbol counts. It returns ByKind if none does.
func SymbolOf(names ...string) Symbol {
	for _, name := range names {
		for _, s := range symbolWords {
			if strings.Contains(name, s.part) {
				return s.sign
			}
		}
	}
	return ByKind
}

// defaultSymbols holds the symbols of the kinds.
var defaultSymbols = [...]Symbol{Infantry: Foot, Team: MachineGun, Gun: AntiTankGun, Vehicle: Tank, Character: Officer, Beast: Monster}

// Sign returns the name of a piece's symbol.
func (p *Piece) Sign() string {
	s := p.Symbol
	if s == ByKind && int(p.Kind) < len(defaultSymbols) {
		s = defaultSymbols[p.Kind]
	}
	if int(s) < len(s.Names()) {
		return s.Names()[s]
	}
	return "infantry"
}

// SetTitles gives everything in the scene its title: the [Label] of what called returns for its name.
func (s *Scene) SetTitles(called func(name string) string) {
	label := func(name string) string { return Label(called(name)) }
	pieces := func(list []Piece) {
		for i := range list {
			list[i].Title = label(list[i].Name)
		}
	}
	for i := range s.Areas {
		s.Areas[i].Title = label(s.Areas[i].Name)
	}
	for i := range s.Structures {
		x := &s.Structures[i]
		x.Title = label(x.Name)
		for k := range x.Floors {
			fl := &x.Floors[k]
			name := x.Name + "/" + fl.Name
			if len(fl.Places) == 1 && (strings.HasPrefix(fl.Places[0], x.Name+"/") || strings.HasPrefix(fl.Name, fl.Places[0])) {
				name = fl.Places[0] // It is the floor by its word, or a room with a name of its own.
			}
			fl.Title = label(name)
			pieces(x.Floors[k].Pieces)
		}
	}
	for i := range s.Openings {
		s.Openings[i].Title = label(s.Openings[i].Name)
	}
	pieces(s.Pieces)
	pieces(s.Waiting)
}

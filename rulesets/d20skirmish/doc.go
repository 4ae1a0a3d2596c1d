// Package d20skirmish plays the assault on a building in a D20 skirmish game
// of the Second World War, of which one page is known and not the title.
//
// Not covered: who leads and what leadership does, spotting, prone and hidden
// figures, vehicles and support weapons, grenades in the open, melee in the
// open, breaking off a melee, demolition, burning. The procedure assaults
// several rooms at once; in the game each is an action of its own. There a team
// stands in a place as a whole and moves from place to place, but may split in
// half to assault; single figures have no position. The throw of a grenade needs no roll, and it does not hurt
// those who threw it: the page knows of neither.
//
// Covered: the assault on up to six rooms, with the grenade into each, its
// damage chart for every occupant, suppression, pinning and the loss of morale;
// melee with both modifier charts, the outcome table, rolls of 1, additional
// combatants and helmet saves, round by round, to the finish, or as it stands
// after some activations. Every sentence of the page is in the ledger.
//
// The game around the page is ours, as its own is not known, and says so: each
// of its numbers is a fact that is a guess, and each of its rules a clause of
// the host. Rounds are alternating activations of two actions; a D20 decides
// who begins; teams move by doors, windows and stairs, open doors, fire, throw
// grenades, keep watch and rally; who lost somebody tests morale at the end of the round. An
// assault builds the situation of the page from the position, and refuses what
// the page refuses.
//
// Rulings that matter: rolling (a D20 at or under the modified skill, as what
// helps is added to it), none-succeed and outnumbered-deadlock (the outcome
// table contradicts itself where nobody succeeds and where the defenders are
// the fewer), ones (a 1 hurts the enemy, also in a deadlock), smg (an SMG helps
// its whole element), outnumbering (the +4 stands in the charts and once more
// below; it is given once). Melee skill, morale and what pinned means are not
// on the page: they are defaults that say so.
package d20skirmish

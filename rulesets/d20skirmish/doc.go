// Package d20skirmish plays the assault on a building in a D20 skirmish game
// of the Second World War, of which one page is known and not the title.
//
// Covered: the assault on up to six rooms, with the grenade into each, its
// damage chart for every occupant, suppression, pinning and the loss of morale;
// melee with both modifier charts, the outcome table, rolls of 1, additional
// combatants and helmet saves, round by round, to the finish, or as it stands
// after some activations. Every sentence of the page is in the ledger.
//
// Not covered: how the assaulters get to the room, how activations are dealt
// out, morale tests, fire. A situation states what they have led to: who is in
// position, suppressed, hesitant, charging, on the move. The throw of a grenade
// needs no roll, and it does not hurt those who threw it: the page knows of
// neither.
//
// Rulings that matter: rolling (a D20 at or under the modified skill, as what
// helps is added to it), none-succeed and outnumbered-deadlock (the outcome
// table contradicts itself where nobody succeeds and where the defenders are
// the fewer), ones (a 1 hurts the enemy, also in a deadlock), smg (an SMG helps
// its whole element), outnumbering (the +4 stands in the charts and once more
// below; it is given once). Melee skill, morale and what pinned means are not
// on the page: they are defaults that say so.
package d20skirmish

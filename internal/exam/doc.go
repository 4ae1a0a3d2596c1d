// Package exam measures policies against exact solutions: what a policy gives away in small fights
// of every rulebook.
//
// Package solve solves each fight completely. A policy then plays one side, and the other side
// plays an action that the solution rates best. The loss of a decision is the value of the position
// less that of the action or option which the policy takes. Dice are averaged exactly, so the
// expected sum of the losses of a game has no error. It equals the value of the fight less the
// policy's chance to win. A policy that takes decisions at random is averaged over them.
package exam

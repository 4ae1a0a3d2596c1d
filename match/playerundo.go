package match

import "slices"

// UndoList lists the actions that an undo of the last n actions of players undoes, the last first:
// those n, and every action of a policy after the earliest of them. A pending action
// counts. policies has the sides that a policy plays. players is the number of actions of players
// in the list; it is less than n if the match has no more, and the list then has every action.
func (m *Match) UndoList(n int, policies [2]bool) (list []PlayedAction, players int) {
	all := m.CurrentActions()
	if pending, ok := m.PendingRange(); ok {
		all = append(all, pending)
	}
	for _, a := range slices.Backward(all) {
		if players == n {
			break
		}
		list = append(list, a)
		if !policies[a.By] {
			players++
		}
	}
	return list, players
}

// UndoToPlayer undoes the last action of a player for side by, with every action of a policy
// after it, so that the player has their decision again. The caller must have the consent that
// [Match.Undo] needs. UndoToPlayer does nothing if no player has acted.
func (m *Match) UndoToPlayer(by int, policies [2]bool) error {
	list, players := m.UndoList(1, policies)
	if players == 0 {
		return nil
	}
	for range list {
		if err := m.Undo(by, true); err != nil {
			return err
		}
	}
	return nil
}

// RedoToPlayer redoes the last undone action for side by, with every undone action of a policy
// after it. It returns the redone actions in order. The error is that of [Match.Redo].
func (m *Match) RedoToPlayer(by int, policies [2]bool) ([]PlayedAction, error) {
	n := 0
	for {
		if err := m.Redo(by); err != nil {
			return nil, err
		}
		n++
		if side, ok := m.RedoTarget(); !ok || !policies[side] {
			all := m.CurrentActions()
			return all[len(all)-n:], nil
		}
	}
}

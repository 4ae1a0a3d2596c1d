// Package bench contains six problems with known answers, to measure the engines by. They ask an
// umpire like any rulebook's procedure.
//
// Nothing in a procedure is tuned by hand except its checkpoints, its named subrolls and its small
// state. The tests compare each answer, in fractions (except problem 6) and in floats, with the known one and with a
// reference: a solution in flat arrays, written by hand for that problem alone. Samplers are
// compared with a loop that is inlined by hand. The references are also the yardstick for speed.
// Only ratios within one run are compared, because machines differ and vary.
//
//	go test ./internal/bench                     the answers
//	go test ./internal/bench -run '^$' -bench .  the speeds
package bench

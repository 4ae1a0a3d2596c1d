// Package bench holds six problems with known answers, written against the
// umpire like any rulebook's procedure, to measure the engines by.
//
// Nothing in a procedure is tuned by hand beyond stage marks, named subrolls
// and a small state. The tests hold each problem, in fractions and in floats,
// against its published check and against a reference: the same problem in
// flat arrays, written by hand for that problem alone. Samplers are held
// against a loop that is inlined by hand. The references are the yardstick:
// speeds are compared as ratios within one run, because the speed of a machine
// is no constant.
//
//	go test ./bench                     the answers
//	go test ./bench -run '^$' -bench .  the speeds
package bench

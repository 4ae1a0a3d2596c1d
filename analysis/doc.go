// Package analysis separates luck from play in a game that was played.
//
// Every position has a value: the chance of the first side to win, solved exactly where the
// rest of the game is small enough, and estimated by a model elsewhere. An action has an
// expected value: the exact mean over the dice. So each action splits into two numbers.
//
//   - What the side that acted gave up: the expected value of the best action, less that of
//     the action that it took.
//   - Luck: the value of the position that resulted, less the expected value.
//
// The result less all luck is the luck-adjusted result. It is unbiased whatever the model
// is, because the expected values are exact. Between two solved positions the change in value
// is luck less what was given up, exactly.
package analysis

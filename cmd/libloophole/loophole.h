/*
 * loophole as a C library.
 *
 *     go build -buildmode=c-shared -o libloophole.so ./cmd/libloophole
 *
 * Texts. Every text is UTF-8 and ends with a zero byte. A text that you pass stays yours, and the
 * library does not keep it. It may have up to 1,048,576 bytes. A text that the library returns is
 * never NULL and is yours: give it to loophole_free_string.
 *
 * Results. A returned text is JSON. An error is an object with the key "error". For an illegal
 * action it also has "reasons", a list of clauses and texts. A returned number below 0 is an
 * error, and loophole_error has its text.
 *
 * Games. A handle is a positive number and is never used again. An unknown handle is an error. There
 * are at most 16,384 games.
 *
 * Threads. Every function may be called from every thread. Calls for one game wait for each other,
 * and calls for different games do not.
 */
#ifndef LOOPHOLE_H
#define LOOPHOLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The error codes. */
#define LOOPHOLE_NO_GAME (-1)   /* no game has the handle */
#define LOOPHOLE_NO_INDEX (-2)  /* no legal action or option has the index */
#define LOOPHOLE_NO_SIDE (-3)   /* a side is 0 or 1 */
#define LOOPHOLE_TOO_MANY (-4)  /* there are too many games */
#define LOOPHOLE_TOO_SMALL (-5) /* the buffer is too small */
#define LOOPHOLE_FAILED (-6)    /* the action failed; loophole_step returns the reason */

/* The statuses of a game. 0 and 1 are the side to decide. */
#define LOOPHOLE_FIRST_WON 2
#define LOOPHOLE_SECOND_WON 3
#define LOOPHOLE_DRAWN 4

/* Returns {"version"}. */
char *loophole_version(void);

/* Answers a question, with the bytes of loophole odds --json. The keys of the request are ruleset,
 * procedure, example, situation, words, house, rulings, set, strict, events, rounds, from, floats,
 * budget, trials and seed. An illegal situation is answered by {"legal": false, "reasons"}. */
char *loophole_odds(const char *request);

/* Answers an expression such as "4d6kh3 >= 16", with the bytes of loophole dice --json. */
char *loophole_dice(const char *expression);

/* Sets up a game. The keys of the request are scenario or text, ruleset, house, rulings, set and
 * seed. Returns {"game", "ruleset", "scenario", "sides", "hidden", "features", "seed"}. */
char *loophole_new_game(const char *request);

/* Lists what the side to decide may do: {"turn", "decision", "actions"}. The decision is there only
 * while one is open within an action, and the actions are its options. */
char *loophole_legal(int64_t game);

/* Plays an action, or takes an option. The text is the action as loophole_legal lists it, or its
 * index in decimal digits. Returns {"action", "status", "turn", "legal", "decision", "over"}. */
char *loophole_step(int64_t game, const char *action);

/* Lists the positions that an action or option may lead to, with exact weights, and plays nothing:
 * {"action", "outcomes"}, or {"action", "tree"} if a side decides something within the action. */
char *loophole_outcomes(int64_t game, const char *action);

/* Returns what side 0 or 1 may know of the position. It contains nothing that is hidden from it. */
char *loophole_observe(int64_t game, int32_t side);

/* Returns the state of the game as loophole_step does, without an action. */
char *loophole_result(int64_t game);

/* Returns the status. */
int32_t loophole_status(int64_t game);

/* Returns the number of legal actions, or of options of an open decision; 0 if the game is over. */
int32_t loophole_count(int64_t game);

/* Plays the action, or takes the option, with an index from 0. Returns the new status. */
int32_t loophole_play(int64_t game, int32_t index);

/* Writes numbers that describe what side 0 or 1 may know of the position into out, which has room
 * for size. Returns how many it wrote: the "features" of loophole_new_game. */
int32_t loophole_features(int64_t game, int32_t side, float *out, int32_t size);

/* Returns the game to its start, with the dice of a seed. Returns 0. */
int32_t loophole_reset(int64_t game, uint64_t seed);

/* Copies the game with the state of its dice. Returns the handle of the copy. */
int64_t loophole_clone(int64_t game);

/* Gives up the game and its handle. Returns 0. */
int32_t loophole_free(int64_t game);

/* Returns the text of an error code: {"error"}. */
char *loophole_error(int32_t code);

/* Gives up a text that the library returned. NULL is allowed. */
void loophole_free_string(char *text);

#ifdef __cplusplus
}
#endif

#endif

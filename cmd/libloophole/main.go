//go:build cgo

// Libloophole is the program as a C library, for other languages:
//
//	go build -buildmode=c-shared -o libloophole.so ./cmd/libloophole
//
// loophole.h describes its functions. Package embedding implements them.
package main

/*
#include <stdint.h>
#include <stdlib.h>
*/
import "C"

import (
	"unsafe"

	"loophole/internal/embedding"
)

func main() {}

// given copies a text of the caller. It copies one byte more than the limit, so that the program
// notices a longer text. NULL is the empty text.
func given(text *C.char) string {
	if text == nil {
		return ""
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(text)), embedding.MaxText+1)
	n := 0
	for n < len(bytes) && bytes[n] != 0 {
		n++
	}
	return string(bytes[:n])
}

//export loophole_version
func loophole_version() *C.char { return C.CString(embedding.Version()) }

//export loophole_odds
func loophole_odds(request *C.char) *C.char { return C.CString(embedding.Odds(given(request))) }

//export loophole_dice
func loophole_dice(expression *C.char) *C.char { return C.CString(embedding.Dice(given(expression))) }

//export loophole_new_game
func loophole_new_game(request *C.char) *C.char { return C.CString(embedding.NewGame(given(request))) }

//export loophole_legal
func loophole_legal(game C.int64_t) *C.char { return C.CString(embedding.Legal(int64(game))) }

//export loophole_step
func loophole_step(game C.int64_t, action *C.char) *C.char {
	return C.CString(embedding.Step(int64(game), given(action)))
}

//export loophole_outcomes
func loophole_outcomes(game C.int64_t, action *C.char) *C.char {
	return C.CString(embedding.Outcomes(int64(game), given(action)))
}

//export loophole_observe
func loophole_observe(game C.int64_t, side C.int32_t) *C.char {
	return C.CString(embedding.Observe(int64(game), int(side)))
}

//export loophole_result
func loophole_result(game C.int64_t) *C.char { return C.CString(embedding.Result(int64(game))) }

//export loophole_status
func loophole_status(game C.int64_t) C.int32_t { return C.int32_t(embedding.Status(int64(game))) }

//export loophole_count
func loophole_count(game C.int64_t) C.int32_t { return C.int32_t(embedding.Count(int64(game))) }

//export loophole_play
func loophole_play(game C.int64_t, index C.int32_t) C.int32_t {
	return C.int32_t(embedding.Play(int64(game), int(index)))
}

//export loophole_features
func loophole_features(game C.int64_t, side C.int32_t, out *C.float, size C.int32_t) C.int32_t {
	var room []float32
	if out != nil && size > 0 {
		room = unsafe.Slice((*float32)(unsafe.Pointer(out)), int(size))
	}
	return C.int32_t(embedding.Features(int64(game), int(side), room))
}

//export loophole_reset
func loophole_reset(game C.int64_t, seed C.uint64_t) C.int32_t {
	return C.int32_t(embedding.Reset(int64(game), uint64(seed)))
}

//export loophole_clone
func loophole_clone(game C.int64_t) C.int64_t { return C.int64_t(embedding.Clone(int64(game))) }

//export loophole_free
func loophole_free(game C.int64_t) C.int32_t { return C.int32_t(embedding.Free(int64(game))) }

//export loophole_error
func loophole_error(code C.int32_t) *C.char {
	return C.CString(embedding.CodeText(embedding.Code(code)))
}

//export loophole_free_string
func loophole_free_string(text *C.char) { C.free(unsafe.Pointer(text)) }

// Package server is the server of the browser tabletop: the HTTP API for matches, questions and
// records, the live events, and the pages.
//
// A match is a [match.Match] with two seats. Each seat belongs to the holder of its token.
// Answers contain only what the seat may see; fogOfWar decides that. Each change of a match is
// committed to disk with its record lines before anybody learns of it.
//
// The package has no accounts, chat, clocks or matchmaking. Players pass on links with tokens
// themselves, and the secret part of a link never reaches a server's log.
package server

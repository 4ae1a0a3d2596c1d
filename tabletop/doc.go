// Package tabletop is the tabletop in a browser: the HTTP API by which matches
// are played, questions of the rulebooks are answered and records are read, the
// events by which those who watch are told, and the pages that use them.
//
// A match is a [match.Match] with two seats, each held by whoever has its
// token. Answers are made from what a seat may see; see veil. Everything that
// changes a match goes through one commit: lines and whatever stands beside
// them are on the disk before anybody hears of them.
//
// Left out: accounts, chat, clocks, and matchmaking: tokens are passed on by
// the players themselves, in links whose secret part never reaches a server's
// log.
package tabletop

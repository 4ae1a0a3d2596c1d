//go:build draft

// Package oldworld plays the occupied buildings of Warhammer: the Old World.
package oldworld

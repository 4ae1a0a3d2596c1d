//go:build !js

package solve

// canSpread reports whether this build knows Options.Spread.
const canSpread = true

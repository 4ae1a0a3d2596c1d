package solve

// canSpread reports whether this build knows Options.Spread. In a browser it would only make the program larger.
const canSpread = false

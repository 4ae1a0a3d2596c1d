// Loophole-cluster is loophole with a library that spreads sweeps over many machines.
package main

import (
	"loophole/cmd/loophole/app"
	"loophole/internal/cluster"
)

func main() { app.MainWith(cluster.Engine{}) }

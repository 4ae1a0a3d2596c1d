// Package chart draws an answer into an SVG file: the chances of the events as
// one set of bars, then the distribution of each measure, one under the other.
package chart

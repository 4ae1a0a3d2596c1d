// Package chart draws an answer as an SVG file: the chances of the events as one set of bars, and
// below it the distribution of each measure.
package chart

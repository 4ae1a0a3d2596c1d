// Package format formats answers for players: chances in percent, shortened fractions, means,
// standard errors and counts. Rounding never turns an uncertain event into a certain one. Type Page
// lays out columns, paragraphs and bar charts at a given width, with colour if the caller wants it.
package format

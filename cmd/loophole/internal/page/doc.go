// Package page puts answers on a terminal, or into a file, so that a player can
// read them at the table: columns, paragraphs, percent, fractions and charts
// of bars, as wide as the page is, coloured only where somebody sees it.
package page

// Package analysispage writes the analysis of a game as one HTML file that needs no server and
// no script. The page of the tabletop shows the same, with the same style sheet.
package analysispage

// Package balancepage writes a designer's report, a table of varied values or the result of a sweep as one
// HTML file. The file loads nothing. It has a script only for tables that are too long to be shown at once.
package balancepage

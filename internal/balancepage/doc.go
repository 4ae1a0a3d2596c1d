// Package balancepage writes a designer's report or a table of varied values as one HTML file.
package balancepage

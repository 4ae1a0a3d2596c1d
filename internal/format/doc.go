// Package format writes answers as players read them: chances in percent, short
// fractions, means, errors and counts, which never make the nearly certain look
// certain; and, on a terminal or into a file, columns, paragraphs and bars as wide as
// the page is, coloured only where somebody sees it.
package format

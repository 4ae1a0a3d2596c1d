// Package page holds the pages that a browser shows: plain files, embedded.
package page

import "embed"

// Files are the pages and what they are made of.
//
//go:embed *.html
var Files embed.FS

// Package page holds the pages that a browser shows: plain ES modules, style
// sheets and four short documents, embedded as they stand. There is no build
// step. Every module is named for what it shows; vendor holds the one library,
// which NOTICE names.
package page

import "embed"

// Files are the pages and what they are made of.
//
//go:embed *.html *.js *.css *.svg vendor/*.js
var Files embed.FS

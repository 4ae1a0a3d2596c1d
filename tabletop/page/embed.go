// Package page holds the pages that a browser shows: plain ES modules, style sheets and
// short documents, embedded as they stand. There is no build step: the program makes one
// small file of each script and sheet that a document names ([Bundled]) when it begins to
// serve. Every module is named for what it shows; vendor holds the one library, which
// NOTICE names.
package page

import "embed"

// Files are the sources of the pages.
//
//go:embed *.html *.js *.css *.svg vendor/*.js
var Files embed.FS

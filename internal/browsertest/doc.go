// Package browsertest tests the tabletop in a real browser: with clicks, keys and touches, on pages
// served over loopback. It contains only tests.
//
// A page fails its test if its console has an error, if a request fails or is rejected
// unexpectedly, or if a request leaves the host. Tests do not sleep: they wait for a condition, for
// a limited time.
//
// The tests need Chromium. Without it they are skipped with a message, or fail with
// LOOPHOLE_BROWSER=1. With LOOPHOLE_PICTURES=FOLDER (make pictures), TestPictures writes
// screenshots of every state of every rulebook at three widths, light and dark, and a failing test
// writes one too.
package browsertest

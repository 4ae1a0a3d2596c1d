// Package browsertest plays the tabletop in a real browser, as people do: with
// clicks, keys and touches, on pages that are served over loopback. It has
// nothing but tests.
//
// A page of a test fails it when anything is written to its console as an error,
// when a request of it fails or is refused unawaited, and when a request leaves the
// host. Nothing sleeps: a test waits for what it wants to see, for a bounded time.
//
// The tests need chromium. A machine without it skips them and says so, unless
// LOOPHOLE_BROWSER=1 makes that a failure. With LOOPHOLE_PICTURES=FOLDER (make
// pictures), TestPictures writes every state of every rulebook at three widths, light
// and dark, to be looked at, and a test that fails leaves a picture there.
package browsertest

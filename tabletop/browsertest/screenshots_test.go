package browsertest

// pictures names the folder for screenshots.
const pictures = "LOOPHOLE_SCREENSHOTS"

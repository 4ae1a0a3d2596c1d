package server

import _ "modernc.org/sqlite" // the driver of the match database

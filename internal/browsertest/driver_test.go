package browsertest

import _ "modernc.org/sqlite" // the driver of the match database

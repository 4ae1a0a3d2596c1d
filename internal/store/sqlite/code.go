package sqlite

// A driverError is an error of the driver. Its code is a result code of SQLite, of which the lowest
// byte is the primary code.
type driverError interface {
	error
	Code() int
}

// Result codes of SQLite that have a meaning for this package: https://www.sqlite.org/rescode.html.
// They are stated here because this package does not import the driver.
const (
	codePerm       = 3
	codeBusy       = 5
	codeReadOnly   = 8
	codeCorrupt    = 11
	codeFull       = 13
	codeCantOpen   = 14
	codeNotADB     = 26
	codePrimaryKey = 1555
	codeUnique     = 2067
)

// Package postgres keeps matches in a PostgreSQL database.
//
// One goroutine writes, over one connection. It commits all waiting changes in one transaction,
// and a caller learns of success only after PostgreSQL has confirmed the commit. The connection
// holds an advisory lock of the database, so that a second server is refused. The lock ends with
// the connection. A store whose connection is lost rejects all further changes and closes
// [Store.Lost]. If the connection is lost during a commit, the error does not say whether the
// changes were kept.
//
// The package uses pgconn, the lower layer of pgx, with statements that it prepares once for each
// connection. The upper layer would make the program three megabytes larger.
package postgres

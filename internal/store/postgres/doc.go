// Package postgres keeps matches in a PostgreSQL database.
//
// One goroutine writes, over one connection. It commits all waiting changes in one transaction,
// and a caller learns of success only after PostgreSQL has confirmed the commit. A store whose
// connection is lost rejects all further changes and closes [Store.Lost]. If the connection is lost
// during a commit, the error does not say whether the changes were kept.
//
// The connection holds an advisory lock of the database: alone after [Open], together with other
// servers after [Join]. A server that has joined also holds a lock with its number. Each match then
// has a lease: the number of its server and an epoch, in its own row, which every change checks. The
// lease is valid while the server has its row and its lock.
//
// The package uses pgconn, the lower layer of pgx, with statements that it prepares once for each
// connection. The upper layer would make the program three megabytes larger.
package postgres

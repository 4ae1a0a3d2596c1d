CREATE SEQUENCE loophole.server_numbers;
CREATE TABLE loophole.servers ( -- those that use the database; each holds a lock with its number
	id      bigint PRIMARY KEY,
	address text NOT NULL,  -- where the others reach it
	secret  bytea NOT NULL, -- key of the requests that they forward
	beats   bigint NOT NULL -- grows while it lives
) WITH (fillfactor = 50);
ALTER TABLE loophole.matches
	ADD COLUMN server bigint NOT NULL DEFAULT 0, -- the owner, if there is a server with this number
	ADD COLUMN epoch  bigint NOT NULL DEFAULT 0; -- counts the leases

CREATE TABLE loophole.format (
	version bigint NOT NULL -- number of the last migration
);
INSERT INTO loophole.format VALUES (0);
CREATE TABLE loophole.matches (
	id       text COLLATE "C" PRIMARY KEY,
	created  bigint NOT NULL, -- seconds since 1970
	facts    text NOT NULL,   -- JSON that never changes
	standing text NOT NULL,   -- JSON that changes with the match
	over     boolean NOT NULL,
	touched  bigint NOT NULL  -- seconds since 1970: when it changed last
);
CREATE TABLE loophole.seats (
	match text COLLATE "C" NOT NULL REFERENCES loophole.matches ON DELETE CASCADE,
	hash  bytea NOT NULL, -- SHA-256 of a token
	seat  text NOT NULL,
	PRIMARY KEY (match, hash)
);
CREATE TABLE loophole.lines (
	match text COLLATE "C" NOT NULL REFERENCES loophole.matches ON DELETE CASCADE,
	seq   bigint NOT NULL,
	line  bytea NOT NULL,
	PRIMARY KEY (match, seq)
);
CREATE TABLE loophole.hands ( -- lines of dice of two hands
	match text COLLATE "C" NOT NULL REFERENCES loophole.matches ON DELETE CASCADE,
	seq   bigint NOT NULL,
	line  bytea NOT NULL,
	PRIMARY KEY (match, seq)
);
CREATE TABLE loophole.answers (
	match text COLLATE "C" NOT NULL REFERENCES loophole.matches ON DELETE CASCADE,
	key   bytea NOT NULL, -- as the client sent it
	seq   bigint NOT NULL,
	asked bytea NOT NULL, -- SHA-256 of what was asked
	body  bytea NOT NULL,
	PRIMARY KEY (match, key)
);

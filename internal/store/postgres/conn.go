package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// A conn is a connection with its prepared statements.
type conn struct {
	*pgconn.PgConn
	known map[string]string // names of the statements, by their text
}

func connect(ctx context.Context, config *pgconn.Config) (*conn, error) {
	c, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &conn{c, map[string]string{}}, nil
}

// prepared returns the name of a statement and prepares it the first time.
func (c *conn) prepared(ctx context.Context, sql string) (string, error) {
	if name := c.known[sql]; name != "" {
		return name, nil
	}
	name := fmt.Sprint("s", len(c.known))
	if _, err := c.Prepare(ctx, name, sql, nil); err != nil {
		return "", err
	}
	c.known[sql] = name
	return name, nil
}

// A step is a statement and the result that it must have.
type step struct {
	sql   string
	args  []any            // string, int, int64, bool or []byte
	rows  func(rows []row) // receives the result, if not nil
	taken error            // the error if a key exists already
	none  error            // the error if the statement finds no row; nil: it need not find one
}

// run sends steps together and reads their results. It returns the first error. Steps after one
// that the server rejects are not executed. Those after one without a row are.
func (c *conn) run(ctx context.Context, steps ...step) error {
	batch := &pgconn.Batch{}
	for _, x := range steps {
		name, err := c.prepared(ctx, x.sql)
		if err != nil {
			return err
		}
		values, formats := encoded(x.args)
		batch.ExecPrepared(name, values, formats, []int16{binaryFormat})
	}
	results := c.ExecBatch(ctx, batch)
	done := 0
	var missing error
	for results.NextResult() {
		r := results.ResultReader()
		var rows []row
		for r.NextRow() {
			rows = append(rows, cloned(r.Values()))
		}
		tag, err := r.Close()
		if err != nil {
			break
		}
		x := steps[done]
		if x.none != nil && tag.RowsAffected() == 0 && missing == nil {
			missing = x.none
		}
		if x.rows != nil {
			x.rows(rows)
		}
		done++
	}
	err := results.Close()
	var e *pgconn.PgError
	if missing != nil && (err == nil || errors.As(err, &e)) {
		return missing // Later steps may fail for the same reason.
	}
	if errors.As(err, &e) && e.Code == "23505" && done < len(steps) && steps[done].taken != nil { // unique_violation
		return steps[done].taken
	}
	return errors.Join(err, missing)
}

// The formats of values on the wire.
const textFormat, binaryFormat = 0, 1

// encoded returns the values of arguments with their formats.
func encoded(args []any) (values [][]byte, formats []int16) {
	for _, a := range args {
		var v []byte
		format := int16(textFormat)
		switch a := a.(type) {
		case []byte:
			v, format = append([]byte{}, a...), binaryFormat // nil would be NULL
		case string:
			v = []byte(a)
		case int:
			v = strconv.AppendInt(nil, int64(a), 10)
		case int64:
			v = strconv.AppendInt(nil, a, 10)
		case bool:
			v = strconv.AppendBool(nil, a)
		default:
			panic(fmt.Sprintf("postgres: an argument of type %T", a))
		}
		values, formats = append(values, v), append(formats, format)
	}
	return values, formats
}

// A row has the values of a result in binary format.
type row [][]byte

func cloned(values [][]byte) row {
	r := make(row, len(values))
	for i, v := range values {
		r[i] = bytes.Clone(v)
	}
	return r
}

// number returns column i, a bigint.
func (r row) number(i int) int { return int(binary.BigEndian.Uint64(r[i])) }

// yes returns column i, a boolean.
func (r row) yes(i int) bool { return r[i][0] != 0 }

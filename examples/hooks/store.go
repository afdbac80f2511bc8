package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"

	_ "modernc.org/sqlite" // the driver "sqlite", in Go

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the database. A row is a js.Fields: an object of JavaScript with the columns in
// their order, in which an integer beyond 2^53 is a BigInt.

// A Store keeps orders. Any goroutine may use it.
type Store struct{ db *sql.DB }

// OpenStore opens a file of SQLite, or ":memory:".
func OpenStore(ctx context.Context, name string) (*Store, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection to ":memory:" is a database of its own
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, cents INTEGER NOT NULL, note TEXT)`)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Query returns the rows of a statement.
func (s *Store) Query(ctx context.Context, statement string, args ...any) (result []js.Fields, err error) {
	for i, a := range args {
		if n, ok := a.(*big.Int); ok { // a BigInt of a hook
			if !n.IsInt64() {
				return nil, fmt.Errorf("argument %d: %v does not fit into 64 bits", i+1, n)
			}
			args[i] = n.Int64()
		}
	}
	rows, err := s.db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	result = []js.Fields{}
	for rows.Next() {
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		row := make(js.Fields, len(columns))
		for i, name := range columns {
			row[i] = js.Field{Name: name, Value: values[i]}
		}
		result = append(result, row)
	}
	return result, rows.Err()
}

// Insert adds an order and returns its row.
func (s *Store) Insert(ctx context.Context, order js.Fields) (js.Fields, error) {
	rows, err := s.Query(ctx, `INSERT INTO orders (customer, cents, note) VALUES (?, ?, ?) RETURNING *`, value(order, "customer"), value(order, "cents"), value(order, "note"))
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

// value returns a field, nil if there is none.
func value(row js.Fields, name string) any {
	for _, field := range row {
		if field.Name == name {
			return field.Value
		}
	}
	return nil
}

package main

import (
	"encoding/json"
	"time"
)

// This file owns what both sides do with a record.

// work is what a handler does.
type work int

const (
	nothing  work = iota // but count
	decoding             // the order
	waiting              // for a service
)

// service is how long a service takes.
const service = 10 * time.Millisecond

// An order is the value of a record.
type order struct {
	Account  string `json:"account"`
	Symbol   string `json:"symbol"`
	Side     string `json:"side"`
	Quantity int    `json:"quantity"`
	Price    int    `json:"price"`
}

// An account is the state of a key.
type account struct {
	orders  int
	balance int
}

func valueOf(account string, i int) []byte {
	value, err := json.Marshal(order{Account: account, Symbol: "ACME", Side: "buy", Quantity: i % 100, Price: 1000 + i%50})
	if err != nil {
		panic(err) // the type has nothing that JSON lacks
	}
	return value
}

func (a *account) apply(value []byte, do work) {
	a.orders++
	if do == decoding {
		var o order
		if json.Unmarshal(value, &o) == nil {
			a.balance -= o.Quantity * o.Price
		}
	}
}

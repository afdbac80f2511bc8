package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

// This file is the shop that the gateway serves. A real one has a database.

type customer struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Notes []string `json:"notes"`
}

type order struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Total    float64   `json:"total" doc:"In euros."`
	State    string    `json:"state" doc:"open, sent or cancelled."`
	At       time.Time `json:"at"`
}

type product struct {
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Price float64 `json:"price"`
	count int
}

// shop is used by several goroutines, because tools run on goroutines of their own.
type shop struct {
	mu        sync.Mutex
	customers []*customer
	orders    []*order
	goods     []*product
}

func newShop() *shop {
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	return &shop{
		customers: []*customer{{ID: "c1", Name: "Ada Byron"}, {ID: "c2", Name: "Alan Mathison"}},
		orders:    []*order{{"o2", "c1", 80, "open", at.AddDate(0, 0, 3)}, {"o1", "c1", 12.5, "sent", at}, {"o3", "c2", 30, "open", at}},
		goods:     []*product{{"p1", "Lamp", 20, 4}, {"p2", "Desk lamp", 35, 0}},
	}
}

// byID returns the element with an id.
func byID[T any](s *shop, all []*T, id string, idOf func(*T) string) (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range all {
		if idOf(one) == id {
			return *one, nil
		}
	}
	var none T
	return none, fmt.Errorf("there is no %q", id)
}

func (s *shop) today(context.Context, struct{}) (time.Time, error) {
	return time.Date(2026, 5, 5, 0, 0, 0, 0, time.UTC), nil
}

func (s *shop) customer(_ context.Context, in ID) (customer, error) {
	return byID(s, s.customers, in.ID, func(c *customer) string { return c.ID })
}

func (s *shop) order(_ context.Context, in ID) (order, error) {
	return byID(s, s.orders, in.ID, func(o *order) string { return o.ID })
}

func (s *shop) stock(_ context.Context, in ID) (int, error) {
	p, err := byID(s, s.goods, in.ID, func(p *product) string { return p.ID })
	return p.count, err
}

// matching returns copies of what a query finds.
func matching[T any](all []*T, q Query, nameOf func(*T) string) []T {
	found := []T{}
	for _, one := range all {
		if q.Limit == 0 {
			q.Limit = 10
		}
		if len(found) < q.Limit && strings.Contains(strings.ToLower(nameOf(one)), strings.ToLower(q.Text)) {
			found = append(found, *one)
		}
	}
	return found
}

func (s *shop) find(_ context.Context, q Query) ([]customer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return matching(s.customers, q, func(c *customer) string { return c.Name }), nil
}

func (s *shop) products(_ context.Context, q Query) ([]product, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return matching(s.goods, q, func(p *product) string { return p.Name }), nil
}

func (s *shop) list(_ context.Context, in Of) ([]order, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []order{}
	for _, o := range s.orders {
		if o.Customer == in.Customer {
			list = append(list, *o)
		}
	}
	return list, nil
}

func (s *shop) note(_ context.Context, in Note) (struct{}, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.customers {
		if c.ID == in.Customer {
			c.Notes = append(c.Notes, in.Text)
			return struct{}{}, nil
		}
	}
	return struct{}{}, fmt.Errorf("there is no %q", in.Customer)
}

// change calls f with an order.
func (s *shop) change(id string, f func(*order) error) (order, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.ID == id {
			err := f(o)
			return *o, err
		}
	}
	return order{}, fmt.Errorf("there is no %q", id)
}

func (s *shop) cancel(_ context.Context, in ID) (order, error) {
	return s.change(in.ID, func(o *order) error {
		if o.State != "open" {
			return fmt.Errorf("the order is %s", o.State)
		}
		o.State = "cancelled"
		return nil
	})
}

func (s *shop) refund(_ context.Context, in Refund) (order, error) {
	return s.change(in.Order, func(o *order) error {
		if in.Amount <= 0 || in.Amount > o.Total {
			return fmt.Errorf("an amount between 0 and %g can be paid back", o.Total)
		}
		o.Total -= in.Amount
		return nil
	})
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// This file owns the accounts on disk: one bbolt file for each partition. A process has a file open
// for one transaction at a time. Another one waits for the file's lock, also one that has lost the
// partition and does not know it yet.

type store struct {
	directory string
	saves     chan save
	closed    chan struct{}
}

// A save is an account with the function to call when it is on disk.
type save struct {
	key     string
	account account
	done    func(error)
}

var bucket = []byte("accounts")

func openStore(directory string) *store {
	s := &store{directory: directory, saves: make(chan save, 1024), closed: make(chan struct{})}
	go s.write()
	return s
}

// open opens the file of a partition. The kernel keeps what a killed process has written, so the
// files need no sync for this program. One that must survive the machine leaves NoSync out.
func (s *store) open(partition int) (*bolt.DB, error) {
	return bolt.Open(filepath.Join(s.directory, fmt.Sprintf("%d.db", partition)), 0o600, &bolt.Options{NoSync: true, NoFreelistSync: true})
}

func (s *store) close() {
	close(s.saves)
	<-s.closed
}

// save saves an account, and calls done on another goroutine.
func (s *store) save(key string, a account, done func(error)) { s.saves <- save{key, a, done} }

// write saves what has been given to save since its last transactions.
func (s *store) write() {
	defer close(s.closed)
	for first := range s.saves {
		var batches [partitions][]save
		batches[partitionOf(first.key)] = []save{first}
		for range len(s.saves) {
			next := <-s.saves
			p := partitionOf(next.key)
			batches[p] = append(batches[p], next)
		}
		for partition, batch := range batches {
			if len(batch) == 0 {
				continue
			}
			err := s.writeBatch(partition, batch)
			for _, one := range batch {
				one.done(err)
			}
		}
	}
}

func (s *store) writeBatch(partition int, batch []save) error {
	db, err := s.open(partition)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		accounts, err := tx.CreateBucketIfNotExists(bucket)
		if err != nil {
			return err
		}
		for _, one := range batch {
			// A process that was suspended must not write over what the next owner has done.
			var stored account
			if text := accounts.Get([]byte(one.key)); text != nil {
				if err := json.Unmarshal(text, &stored); err != nil {
					return err
				}
			}
			if stored.Last >= one.account.Last {
				continue
			}
			text, err := json.Marshal(one.account)
			if err != nil {
				return err
			}
			if err := accounts.Put([]byte(one.key), text); err != nil {
				return err
			}
		}
		return nil
	})
	if failed := db.Close(); err == nil {
		err = failed
	}
	return err
}

// load loads an account. One that has no orders is empty.
func (s *store) load(_ context.Context, key string) (a account, err error) {
	db, err := s.open(partitionOf(key))
	if err != nil {
		return a, err
	}
	err = db.View(func(tx *bolt.Tx) error {
		if accounts := tx.Bucket(bucket); accounts != nil {
			if text := accounts.Get([]byte(key)); text != nil {
				return json.Unmarshal(text, &a)
			}
		}
		return nil
	})
	if failed := db.Close(); err == nil {
		err = failed
	}
	return a, err
}

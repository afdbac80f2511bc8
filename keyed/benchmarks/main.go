package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Second)
	defer cancel()
	n := 500000
	cluster, err := fillKafka(ctx, n)
	if err != nil {
		panic(err)
	}
	defer cluster.Close()
	for range 6 {
		a, err := keyedKafka(ctx, cluster, n)
		b, err2 := handKafka(ctx, cluster, n)
		fmt.Println(a, err, b, err2, float64(b)/float64(a))
	}
}

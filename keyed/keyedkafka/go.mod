module github.com/wakeful-go/wakeful/keyed/keyedkafka

go 1.27.0

toolchain go1.27.4

require (
	github.com/twmb/franz-go v1.22.2
	github.com/twmb/franz-go/pkg/kfake v0.0.0-20260918054303-01f206a7e32c
	github.com/twmb/franz-go/pkg/kmsg v1.15.0
	github.com/wakeful-go/wakeful v0.0.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/wakeful-go/wakeful => ../../

module github.com/wakeful-go/wakeful/keyed/benchmarks

go 1.27.0

toolchain go1.27.4

require (
	github.com/nats-io/nats-server/v2 v2.15.2
	github.com/nats-io/nats.go v1.55.0
	github.com/twmb/franz-go v1.22.2
	github.com/twmb/franz-go/pkg/kfake v0.0.0-20260918054303-01f206a7e32c
	github.com/wakeful-go/wakeful v0.0.0
	github.com/wakeful-go/wakeful/keyed/keyedkafka v0.0.0
	github.com/wakeful-go/wakeful/keyed/keyednats v0.0.0
	github.com/wakeful-go/wakeful/tournament v0.0.0
)

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0 // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/antithesishq/antithesis-sdk-go v0.8.0-default-no-op // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/minio/highwayhash v1.0.4 // indirect
	github.com/nats-io/jwt/v2 v2.8.2 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
	github.com/twmb/franz-go/pkg/kmsg v1.15.0 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/time v0.16.0 // indirect
)

replace (
	github.com/wakeful-go/wakeful => ../..
	github.com/wakeful-go/wakeful/keyed/keyedkafka => ../keyedkafka
	github.com/wakeful-go/wakeful/keyed/keyednats => ../keyednats
	github.com/wakeful-go/wakeful/stream/ws => ../../stream/ws
	github.com/wakeful-go/wakeful/tournament => ../../tournament
)

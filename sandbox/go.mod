module github.com/wakeful-go/wakeful/sandbox

go 1.27.0

toolchain go1.27.4

require (
	github.com/elastic/go-seccomp-bpf v1.6.0
	github.com/go-sourcemap/sourcemap v2.1.4+incompatible
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/tetratelabs/wazero v1.12.0
	github.com/wakeful-go/wakeful v0.0.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	golang.org/x/net v0.41.0 // indirect
	golang.org/x/text v0.26.0 // indirect
)

replace github.com/wakeful-go/wakeful => ../

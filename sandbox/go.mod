module github.com/wakeful-go/wakeful/sandbox

go 1.27.0

toolchain go1.27.4

require (
	github.com/tetratelabs/wazero v1.12.0
	github.com/wakeful-go/wakeful v0.0.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.49.0
)

replace github.com/wakeful-go/wakeful => ../

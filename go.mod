module github.com/wakeful-go/wakeful

go 1.27.0

toolchain go1.27.4

require (
	github.com/anishathalye/porcupine v1.3.1
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.49.0
	pgregory.net/rapid v1.3.0
)

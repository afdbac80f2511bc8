module github.com/wakeful-go/wakeful/stream/ws

go 1.27.0

toolchain go1.27.4

require (
	github.com/coder/websocket v1.8.15
	github.com/gobwas/httphead v0.1.0
	github.com/gobwas/ws v1.5.0
	github.com/wakeful-go/wakeful v0.0.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.49.0
)

require github.com/anishathalye/porcupine v1.3.1 // indirect

replace github.com/wakeful-go/wakeful => ../../

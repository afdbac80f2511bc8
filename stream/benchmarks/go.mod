module github.com/wakeful-go/wakeful/stream/benchmarks

go 1.27.0

toolchain go1.27.4

require (
	github.com/gorilla/websocket v1.5.3
	github.com/panjf2000/gnet/v2 v2.9.7
	github.com/wakeful-go/wakeful v0.0.0
	github.com/wakeful-go/wakeful/stream/ws v0.0.0
	github.com/wakeful-go/wakeful/tournament v0.0.0
)

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0 // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/ws v1.5.0 // indirect
	github.com/panjf2000/ants/v2 v2.11.3 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	go.uber.org/multierr v1.11.0 // indirect
	go.uber.org/zap v1.27.0 // indirect
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	gopkg.in/natefinch/lumberjack.v2 v2.2.1 // indirect
)

replace (
	github.com/wakeful-go/wakeful => ../..
	github.com/wakeful-go/wakeful/stream/ws => ../ws
	github.com/wakeful-go/wakeful/tournament => ../../tournament
)

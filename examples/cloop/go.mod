module github.com/wakeful-go/wakeful/examples/cloop

go 1.27.0

toolchain go1.27.4

require github.com/wakeful-go/wakeful v0.0.0

require golang.org/x/sys v0.49.0 // indirect

replace github.com/wakeful-go/wakeful => ../../

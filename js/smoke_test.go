package js

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

func TestSmoke(t *testing.T) {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	r, err := New(loop)
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	r.Set("L", func(c Call) Value { log = append(log, c.Argument(0).String()); return nil })
	k := loop.KeepAlive()
	go func() {
		_, err := r.RunString(context.Background(), `
setTimeout(()=>{L('t2')},2); setTimeout((a,b)=>{L('t1'+a+b);Promise.resolve().then(()=>L('p'));process.nextTick(()=>L('n'))},1,'x','y'); setTimeout(()=>L('t1b'),1);
setImmediate(()=>{L('imm');process.nextTick(()=>L('in'));queueMicrotask(()=>L('im'))}); setImmediate(()=>L('imm2'));
process.nextTick((x)=>L('tick'+x),5); queueMicrotask(()=>{L('m');process.nextTick(()=>L('mn'))}); Promise.resolve().then(()=>L('pm'));
(async()=>{L('a');await 1;L('b')})();
let k=0; const iv=setInterval(()=>{L('iv');if(++k==3)clearInterval(iv)},3);
L('main')`)
		if err != nil {
			t.Error(err)
		}
		k.Release()
	}()
	loop.Run(context.Background())
	fmt.Println(log)
	for _, src := range []string{
		`var n=0; function f(){n++}; for (let i=0;i<1e6;i++) setImmediate(f);`,
		`var n=0; function f(){ if (++n<1e6) setImmediate(f)}; setImmediate(f);`,
		`var n=0; function f(){ if (++n<1e6) process.nextTick(f)}; process.nextTick(f);`,
		`var n=0; function f(){n++}; for (let i=0;i<1e6;i++) process.nextTick(f);`,
		`var n=0; function f(){n++}; for (let i=0;i<1e5;i++) setTimeout(f,1);`,
		`var n=0; function f(){n++}; for (let i=0;i<1e6;i++) queueMicrotask(f);`,
	} {
		loop, _ := wakeful.New(wakeful.WithAutoExit())
		r, err := New(loop)
		if err != nil {
			t.Fatal(err)
		}
		t0 := time.Now()
		k := loop.KeepAlive()
		go func() { r.RunString(context.Background(), src); k.Release() }()
		loop.Run(context.Background())
		fmt.Println(time.Since(t0), r.vm.Get("n"))
	}
}

func TestHello(t *testing.T) {
	t0 := time.Now()
	loop, _ := wakeful.New()
	r, err := New(loop)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("new", time.Since(t0))
	go loop.Run(t.Context())
	code, err := r.MainString(t.Context(), "x.js", "console.log('hello', {a:1}); setTimeout(()=>console.log('later', [1,2]),1)")
	fmt.Println(code, err, time.Since(t0))
	loop.Shutdown(t.Context())
}

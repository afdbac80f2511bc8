package main

// Servers as processes of their own.

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
)

// ticksPerSecond is the unit of /proc/PID/stat on every Linux.
const ticksPerSecond = 100

// process is a server that runs.
type process struct {
	command *exec.Cmd
	address string
	in      io.Writer
	out     *bufio.Reader
}

// announcement begins the line with the address of a server.
const announcement = "serving on "

// start starts a server and waits until it has an address. prefix comes before its command.
func start(server string, prefix ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := append(prefix, self, "-serve", server)
	p := &process{command: exec.Command(command[0], command[1:]...)}
	p.command.Stderr = os.Stderr
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	for p.address == "" { // gnet has a log on its standard output
		line, err := p.out.ReadString('\n')
		if err != nil {
			p.end()
			return nil, fmt.Errorf("the server has not begun: %w", err)
		}
		if address, ok := strings.CutPrefix(line, announcement); ok {
			p.address = strings.TrimSpace(address)
		}
	}
	return p, nil
}

// end ends the server.
func (p *process) end() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait() // it says that it was killed
}

// cpu returns the processor time that the server has used.
func (p *process) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, behind, _ := strings.Cut(string(stat), ") ") // the name may contain spaces
	fields := strings.Fields(behind)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/PID/stat: %q", stat)
	}
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticksPerSecond, err
}

// usage is what a server holds.
type usage struct{ Resident, Heap, Stacks, Goroutines int }

// usage asks the server what it holds. It first returns to the system what it does not use.
func (p *process) usage() (u usage, err error) {
	if _, err = io.WriteString(p.in, "usage\n"); err != nil {
		return u, err
	}
	text, err := p.out.ReadBytes('\n')
	if err != nil {
		return u, err
	}
	return u, json.Unmarshal(text, &u)
}

// answerUsage prints the usage for each line of input.
func answerUsage() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		resident, err := residentMemory()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := json.Marshal(usage{resident, int(m.HeapAlloc), int(m.StackInuse), runtime.NumGoroutine()}) // it has numbers only
		fmt.Printf("%s\n", text)
	}
}

// residentMemory returns the memory that this process has from the system, in bytes.
func residentMemory() (int, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kilobytes, err := strconv.Atoi(fields[1])
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/self/status has no VmRSS: %q", status)
}

// servers are what -serve knows. Each prints its address when it listens, and serves until it is
// killed.
var servers = map[string]func(ready func(net.Addr)) error{
	"ws-wakeful":   wakefulWebSockets,
	"ws-gorilla":   gorillaWebSockets,
	"idle-wakeful": wakefulIdle,
	"idle-gorilla": gorillaIdle,
	"resp-wakeful": wakefulRESP,
	"resp-sharded": shardedRESP,
	"resp-gnet":    gnetRESP,
	"resp-net":     netRESP,
	"resp-redis":   redisServer,

	"http-net":       netHTTP(nil),
	"http-goroutine": goroutineHTTP,
	"http-loop":      loopHTTP,
	"http-bare":      bareHTTP,
	"https-net":      func(ready func(net.Addr)) error { return netHTTP(certificate())(ready) },
	"https-wakeful":  secureHTTP,
}

func serve(name string) error {
	run := servers[name]
	if run == nil {
		return fmt.Errorf("there is no server %q", name)
	}
	return run(func(a net.Addr) {
		fmt.Println(announcement + a.String())
		go answerUsage()
	})
}

// onLoop runs a loop until the process is interrupted. open opens the server on it.
func onLoop(open func(*wakeful.Loop) error, options ...wakeful.Option) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	loop, err := wakeful.New(options...)
	if err != nil {
		return err
	}
	if err := open(loop); err != nil {
		return err
	}
	return loop.Run(ctx)
}

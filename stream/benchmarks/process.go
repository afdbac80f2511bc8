package main

// Servers as processes of their own.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
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
}

// announcement begins the line with the address of a server.
const announcement = "serving on "

// start starts a server and waits until it has an address.
func start(server string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, "-serve", server)}
	p.command.Stderr = os.Stderr
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	for p.address == "" { // gnet has a log on its standard output
		line, err := lines.ReadString('\n')
		if err != nil {
			p.end()
			return nil, fmt.Errorf("the server has not begun: %w", err)
		}
		if address, ok := strings.CutPrefix(line, announcement); ok {
			p.address = strings.TrimSpace(address)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
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
}

func serve(name string) error {
	run := servers[name]
	if run == nil {
		return fmt.Errorf("there is no server %q", name)
	}
	return run(func(a net.Addr) { fmt.Println(announcement + a.String()) })
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

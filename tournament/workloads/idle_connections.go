package workloads

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file owns the workloads about connections that are open and idle.

var tlsIdleMemory = &Workload{
	Name: "tls-idle-memory",
	Summary: "Memory of an idle TLS connection: what the server's process has from the system after collections, over what it had without connections. Each " +
		"connection has echoed 64 bytes and has been silent for some seconds. What the kernel holds for sockets is not in it.",
	Unit:     bytesPerConnection,
	Variants: idleVariants(),
	Extra:    true,
	Needs:    contest.TLSEchoes,
	refuses:  ifDescriptors,
	prepare: func(s *session) (pass, error) {
		return s.idleConnections(func(connections int, before, after held) float64 {
			return (float64(after.memory) - float64(before.memory)) / float64(connections)
		}), nil
	},
}

var tlsIdleGoroutines = &Workload{
	Name:     "tls-idle-goroutines",
	Summary:  "Goroutines of all idle TLS connections, as in tls-idle-memory: those of the server's process, less those that it has without connections.",
	Unit:     goroutines,
	Variants: idleVariants(),
	Extra:    true,
	Needs:    contest.TLSEchoes,
	refuses:  ifDescriptors,
	prepare: func(s *session) (pass, error) {
		return s.idleConnections(func(_ int, before, after held) float64 { return float64(after.goroutines - before.goroutines) }), nil
	},
}

// ManyConnections is the number of connections in the larger variant.
const ManyConnections = "10000"

func idleVariants() []map[string]string { return variants("connections", "100", ManyConnections) }

// ifDescriptors is the reason why connections cannot be opened here. The clients are in a process
// of their own.
func ifDescriptors(_ contest.Entry, params map[string]string) string {
	const others = 200
	connections, err := strconv.Atoi(params["connections"])
	if limit := system.DescriptorLimit(); err == nil && limit < connections+others {
		return fmt.Sprintf("a process may have %d descriptors, and %d are needed", limit, connections+others)
	}
	return ""
}

// silence is how long connections are idle before they are measured. Package stream frees the
// buffers of connections that were idle for two seconds.
const silence = 3 * time.Second

// held is what the server's process holds.
type held struct {
	memory     uint64 // bytes
	goroutines int
}

func readHeld() held {
	for range 2 { // pools give their content back in two collections
		debug.FreeOSMemory()
	}
	sizes := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sizes)
	return held{sizes[0].Value.Uint64() - sizes[1].Value.Uint64(), runtime.NumGoroutine()}
}

// idleConnections opens connections that make a request each, and compares what the server holds before and
// after. The warm-up does nothing.
func (s *session) idleConnections(figure func(connections int, before, after held) float64) pass {
	connections := s.number("connections")
	warm := false
	return func(time.Duration) (timing, error) {
		if !warm {
			warm = true
			return timing{ops: 1}, nil
		}
		before := readHeld()
		s.watch.start()
		c, err := s.startClient("tls")
		if err != nil {
			return timing{}, err
		}
		if err := c.request(connections); err != nil {
			return timing{}, err
		}
		s.watch.stop()
		s.watch.readMemory()
		time.Sleep(silence)
		return timing{ops: connections, figure: figure(connections, before, readHeld())}, nil
	}
}

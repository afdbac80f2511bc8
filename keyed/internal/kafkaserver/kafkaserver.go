// Package kafkaserver starts Kafka in a process of its own, for tests and benchmarks. Maven gets it,
// and Java 17 runs it: one broker that is its own controller, without replicas, on 127.0.0.1.
package kafkaserver

import (
	"context"
	_ "embed" // of pom.xml
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed pom.xml
var pom []byte

// heap is the memory of the broker's Java heap.
const heap = "-Xmx1g"

// startLimit is how long the broker may take until it accepts connections.
const startLimit = 2 * time.Minute

// untilEnd runs a command until the standard input ends, so that the broker does not outlive this
// process.
const untilEnd = `"$@" </dev/null & read -r line; kill -9 $!; wait`

// A Server is a broker. One goroutine at a time may call its methods.
type Server struct {
	Address string

	classes string // the class path
	dir     string
	stop    io.Closer // the broker's shell reads it, and kills the broker at its end
	process *exec.Cmd // the shell
}

// Start gets Kafka, and starts a broker with its files in dir. settings are lines of the broker's
// configuration.
func Start(ctx context.Context, dir string, settings ...string) (*Server, error) {
	s := &Server{dir: dir}
	if err := s.install(ctx); err != nil {
		return nil, err
	}
	var ports [2]string
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		ports[i] = l.Addr().String()
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
	s.Address = ports[0]
	config := append([]string{
		"process.roles=broker,controller", "node.id=1", "controller.listener.names=CONTROLLER",
		"controller.quorum.voters=1@" + ports[1],
		"listeners=PLAINTEXT://" + ports[0] + ",CONTROLLER://" + ports[1],
		"log.dirs=" + filepath.Join(dir, "log"),
		"offsets.topic.replication.factor=1", "offsets.topic.num.partitions=4",
		"transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1", "transaction.state.log.num.partitions=4",
		"group.initial.rebalance.delay.ms=0", "group.min.session.timeout.ms=100",
	}, settings...)
	if err := os.WriteFile(s.file("server.properties"), []byte(strings.Join(config, "\n")), 0o600); err != nil {
		return nil, err
	}
	log := "log4j.rootLogger=WARN, out\nlog4j.appender.out=org.apache.log4j.ConsoleAppender\nlog4j.appender.out.layout=org.apache.log4j.SimpleLayout\n"
	if err := os.WriteFile(s.file("log4j.properties"), []byte(log), 0o600); err != nil {
		return nil, err
	}
	if err := run(s.java(ctx, "kafka.tools.StorageTool", "format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", s.file("server.properties"))); err != nil {
		return nil, fmt.Errorf("format Kafka's storage: %w", err)
	}
	if err := s.Restart(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Missing says what this machine lacks to run Kafka, "" for nothing.
func Missing() string {
	for _, program := range []string{"mvn", "java", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			return err.Error()
		}
	}
	return ""
}

// install gets Kafka's classes into Maven's local repository.
func (s *Server) install(ctx context.Context) error {
	if err := os.WriteFile(s.file("pom.xml"), pom, 0o600); err != nil {
		return err
	}
	maven := exec.CommandContext(ctx, "mvn", "-B", "-q", "-f", s.file("pom.xml"), "dependency:build-classpath", "-Dmdep.outputFile="+s.file("classes"))
	if err := run(maven); err != nil {
		return fmt.Errorf("get Kafka from Maven: %w", err)
	}
	classes, err := os.ReadFile(s.file("classes"))
	s.classes = strings.TrimSpace(string(classes))
	return err
}

func (s *Server) file(name string) string { return filepath.Join(s.dir, name) }

// java returns a command that runs a class.
func (s *Server) java(ctx context.Context, class string, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "java", append([]string{
		heap, "-Dlog4j.configuration=file:" + s.file("log4j.properties"), "-cp", s.classes, class,
	}, arguments...)...)
}

// run runs a command. The error has what the command has written.
func run(command *exec.Cmd) error {
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", command.Path, err, output)
	}
	return nil
}

// Restart starts the broker after Kill, with the same address and files.
func (s *Server) Restart(ctx context.Context) error {
	output, err := os.OpenFile(s.file("output"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer output.Close() //nolint:errcheck // the process has a descriptor of its own
	broker := s.java(ctx, "kafka.Kafka", s.file("server.properties")).Args
	s.process = exec.Command("sh", append([]string{"-c", untilEnd, "sh"}, broker...)...)
	s.process.Stdout, s.process.Stderr = output, output
	if s.stop, err = s.process.StdinPipe(); err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		conn, err := net.Dial("tcp", s.Address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			s.Kill()
			text, err := os.ReadFile(s.file("output"))
			return errors.Join(fmt.Errorf("the broker accepts no connections: %w: %s", context.Cause(ctx), text), err)
		}
	}
}

// Kill kills the broker, and waits until its process has ended.
func (s *Server) Kill() {
	_ = s.stop.Close()   // the shell has ended already
	_ = s.process.Wait() // the shell reports the kill
}

package workloads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/wakeful-go/wakeful/tournament/internal/echoclient"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file owns both sides of the process that runs a server's clients: requests in, answers out.

// ClientProcess is the command that passes its standard input and output to [RunClient]. Its first
// element is a program's path. Set it before Take. Without it, workloads that need clients fail.
var ClientProcess []string

// ClientConfig is the first message that a client's process reads.
type ClientConfig struct {
	Address     string `json:"address"`
	Connections int    `json:"connections"`
	// Protocol is what goes over the connections: "" for bytes, "tls" or "websocket".
	Protocol string `json:"protocol,omitempty"`
	// Processors are the processors that the process is pinned to, none for any.
	Processors []int `json:"processors,omitempty"`
}

// requests are the messages that it then reads. An outcome answers each of them and the
// configuration.
type requests struct {
	N int `json:"n"`
	// Over is set to check, instead of a request, whether too many bytes have come back.
	Over bool `json:"over,omitempty"`
}

type outcome struct {
	Failure string `json:"failure,omitempty"`
}

// RunClient is the main function of a client's process: it connects, and makes requests until in
// ends. The error is about in and out.
func RunClient(config ClientConfig, in io.Reader, out io.Writer) error {
	answers := json.NewEncoder(out)
	if len(config.Processors) > 0 {
		undo, err := system.Pin(config.Processors)
		if err != nil {
			return answers.Encode(outcome{fmt.Sprintf("placing the clients: %v", err)})
		}
		defer func() { _ = undo() }() // as good as the end of the process
	}
	c, err := echoclient.ConnectOver(config.Protocol, config.Address, config.Connections, 0)
	if err != nil {
		return answers.Encode(outcome{err.Error()})
	}
	defer c.Close()
	if err := answers.Encode(outcome{}); err != nil {
		return fmt.Errorf("answering the configuration: %w", err)
	}
	for orders := json.NewDecoder(in); ; {
		var order requests
		if err := orders.Decode(&order); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		var answer outcome
		if order.Over {
			err = c.Part()
		} else {
			err = c.Request(order.N)
		}
		if err != nil {
			answer.Failure = err.Error()
		}
		if err := answers.Encode(answer); err != nil {
			return fmt.Errorf("answering the configuration: %w", err)
		}
	}
}

// process is a client's process, seen from the session.
type process struct {
	orders  *json.Encoder
	answers *json.Decoder
}

// startClient starts a process with as many clients as the variant has connections, and returns when
// they have connected. The process ends with the session.
func (s *session) startClient(protocol string) (*process, error) {
	if len(ClientProcess) == 0 {
		return nil, errors.New("no command runs the clients")
	}
	ctx, kill := context.WithCancel(s.ctx)
	cmd := exec.CommandContext(ctx, ClientProcess[0], ClientProcess[1:]...)
	cmd.Stderr = os.Stderr // read by the parent of this process
	in, err := cmd.StdinPipe()
	if err != nil {
		kill()
		return nil, fmt.Errorf("starting the process of the clients: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		kill()
		_ = in.Close() // a Start that fails has closed it
		return nil, fmt.Errorf("starting the process of the clients: %w", err)
	}
	p := &process{json.NewEncoder(in), json.NewDecoder(out)}
	s.addCleanup(func() {
		if !s.abandoned {
			// The clients end their connections and check that nothing came back too often.
			s.undone = errors.Join(s.undone, p.ask(requests{Over: true}))
		}
		_ = in.Close()
		kill()
		// It was killed or has ended by itself.
		_ = cmd.Wait()
	})
	config := ClientConfig{
		Address:     s.server.Address(),
		Connections: s.number("connections"),
		Protocol:    protocol,
		Processors:  s.clientsOn,
	}
	if err := p.ask(struct {
		ClientConfig ClientConfig `json:"client"`
	}{config}); err != nil {
		return nil, err
	}
	return p, nil
}

// request makes the clients perform n requests.
func (p *process) request(n int) error { return p.ask(requests{N: n}) }

// ask sends the clients a message and returns their outcome.
func (p *process) ask(message any) error {
	if err := p.orders.Encode(message); err != nil {
		return fmt.Errorf("sending the clients a message: %w", err)
	}
	var answer outcome
	if err := p.answers.Decode(&answer); err != nil {
		return fmt.Errorf("the clients do not answer: %w", err)
	}
	if answer.Failure != "" {
		return fmt.Errorf("a client failed: %s", answer.Failure)
	}
	return nil
}

// Command terminal is a terminal program (Bubble Tea) with an event loop in guest mode. The
// program's Update calls RunUntil, so callbacks of the loop run on the program's goroutine and may
// change the model without a lock.
//
//	go run ./terminal
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/wakeful-go/wakeful"
)

// turn is the message that asks for a call of RunUntil.
type turn struct{}

// turnTime is the longest time that callbacks take from the keyboard and the screen at once.
const turnTime = 5 * time.Millisecond

type model struct {
	loop    *wakeful.Loop
	seconds int
	err     error
}

func (m *model) Init() tea.Cmd { return nil }

func (m *model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.KeyMsg:
		if message.String() == "q" || message.String() == "ctrl+c" {
			return m, tea.Quit
		}
	case turn:
		more, err := m.loop.RunUntil(time.Now().Add(turnTime))
		switch {
		case err != nil:
			m.err = err
			return m, tea.Quit
		case more: // the time was over: keys first, and then the rest
			return m, func() tea.Msg { return turn{} }
		}
	}
	return m, nil
}

func (m *model) View() string { return fmt.Sprintf("%d seconds (q ends)\n", m.seconds) }

func main() {
	if err := run(context.Background(), os.Stdin, os.Stdout, time.Second); err != nil {
		fmt.Fprintln(os.Stderr, "terminal:", err)
		os.Exit(1)
	}
}

// run counts periods until a key ends the program.
func run(ctx context.Context, in io.Reader, out io.Writer, period time.Duration) error {
	m := &model{}
	program := tea.NewProgram(m, tea.WithInput(in), tea.WithOutput(out), tea.WithContext(ctx))
	// Send waits until the program takes the message, and the caller of wake must not wait. So
	// wakes go through a channel with room for one: a call of RunUntil that was asked for answers
	// all wakes before it.
	wake := make(chan struct{}, 1)
	loop, err := wakeful.New(wakeful.WithHost(func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}))
	if err != nil {
		return err
	}
	m.loop = loop
	go func() {
		for {
			select {
			case <-wake:
				program.Send(turn{}) // does nothing after the program's end
			case <-loop.Done():
				return
			}
		}
	}()
	if err := loop.Start(context.Background()); err != nil {
		return err
	}
	if _, err := loop.Every(period, func() { m.seconds++ }); err != nil {
		return err
	}
	_, err = program.Run()
	_ = loop.Close() // always nil
	_, _ = loop.RunUntil(time.Time{})
	if m.err != nil {
		return m.err
	}
	return err
}

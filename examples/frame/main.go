// Command frame is the main loop of a game without a window. It draws 60 frames a second and gives
// the rest of each frame to an event loop in guest mode, on the same goroutine. So callbacks of the
// loop may change the scene without a lock.
//
//	go run ./frame -frames 120
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	frameTime = time.Second / 60
	drawTime  = 4 * time.Millisecond // what the scene takes at most
)

func main() {
	frames := flag.Int("frames", 300, "how many frames to draw")
	flag.Parse()
	if err := play(os.Stdout, *frames); err != nil {
		fmt.Fprintln(os.Stderr, "frame:", err)
		os.Exit(1)
	}
}

// A scene is what is drawn. Only the goroutine of play uses it.
type scene struct {
	seconds int      // counted by a timer of the loop
	news    []string // loaded on other goroutines
}

// play draws frames and runs the loop in between.
func play(out io.Writer, frames int) error {
	// A frame loop calls RunUntil in each frame anyway, so nobody needs to wake it.
	loop, err := wakeful.New(wakeful.WithHost(nil))
	if err != nil {
		return err
	}
	if err := loop.Start(context.Background()); err != nil {
		return err
	}
	s := &scene{}
	if _, err := loop.Every(time.Second, func() { s.seconds++ }); err != nil {
		return err
	}
	err = loop.RunBlocking(context.Background(), loadNews, func(news string, err error) {
		if err == nil {
			s.news = append(s.news, news)
		}
	})
	if err != nil {
		return err
	}

	late := 0
	next := time.Now()
	for range frames {
		next = next.Add(frameTime)
		draw(s)
		// Callbacks run until it is time to prepare the next frame, or until none is left.
		more, err := loop.RunUntil(next.Add(-drawTime))
		if err != nil {
			return err
		}
		if more {
			late++ // the rest runs in the next frame
		}
		time.Sleep(time.Until(next))
	}
	fmt.Fprintf(out, "%d frames, %d seconds on the clock, news: %q, %d frames with callbacks left\n", frames, s.seconds, s.news, late)

	// The end: what was accepted runs, and the error says that the loop has ended.
	if err := loop.Shutdown(context.Background()); err != nil {
		return err
	}
	for {
		if _, err := loop.RunUntil(time.Time{}); errors.Is(err, wakeful.ErrClosed) {
			return nil
		} else if err != nil {
			return err
		}
		time.Sleep(time.Millisecond) // work of RunBlocking is still running
	}
}

// loadNews runs on a goroutine of its own.
func loadNews(context.Context) (string, error) { return "the scene was loaded", nil }

// draw stands for the work of a frame.
func draw(*scene) {}

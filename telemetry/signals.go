package telemetry

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"sync"
)

// This file owns recordings that are written when the process gets a signal.

// DumpOnSignal writes the recordings of all recorded loops to a new file in the directory dir each time
// that the process gets one of the signals, as Dump does. `wakeful trace` shows the file. Its name is in
// the log of slog.Default. A signal that comes while a recording is written causes one more. stop ends
// that, and waits for a recording that is being written. It may be called several times.
//
// DumpOnSignal returns an error that matches wakeful.ErrInvalidOption without a signal and for a dir
// that is no directory. Any goroutine may call both functions.
func DumpOnSignal(dir string, signals ...os.Signal) (stop func(), err error) {
	if len(signals) == 0 {
		return nil, invalid("DumpOnSignal: no signal is named, such as syscall.SIGHUP")
	}
	if err := checkDirectory("DumpOnSignal", dir); err != nil {
		return nil, err
	}
	received, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(received, signals...)
	var writer sync.WaitGroup
	writer.Go(func() {
		for {
			select {
			case s := <-received:
				dumpOnSignal(dir, s)
			case <-ended:
				return
			}
		}
	})
	return sync.OnceFunc(func() {
		signal.Stop(received)
		close(ended)
		writer.Wait()
	}), nil
}

// dumpOnSignal writes one recording.
func dumpOnSignal(dir string, s os.Signal) {
	name, err := writeNew(dir, "loops-*.rec", Dump)
	if err != nil {
		slog.LogAttrs(context.Background(), slog.LevelWarn, "wakeful: the recording for a signal could not be written",
			slog.String("signal", s.String()), slog.Any("error", err))
		return
	}
	slog.LogAttrs(context.Background(), slog.LevelInfo, "wakeful: the loops were recorded",
		slog.String("signal", s.String()), slog.String("recording", name))
}

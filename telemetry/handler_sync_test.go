package telemetry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestPageEventsInFakeTime: the stream has one event per second, with the rates of that second, and
// none after the browser has disconnected.
func TestPageEventsInFakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New(wakeful.WithName("in a bubble"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := telemetry.Watch(loop); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- loop.Run(context.Background()) }()
		if _, err := loop.Every(100*time.Millisecond, func() {}); err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithTimeout(t.Context(), 5500*time.Millisecond)
		defer leave()
		recorder := httptest.NewRecorder()
		telemetry.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1/?part=events", nil))

		type one struct {
			Name      string
			Seconds   float64
			Callbacks float64
		}
		var events []one
		for line := range strings.Lines(recorder.Body.String()) {
			data, ok := strings.CutPrefix(line, "data: ")
			if !ok {
				continue
			}
			var update struct{ Loops []one }
			if err := json.Unmarshal([]byte(data), &update); err != nil {
				t.Fatal(err)
			}
			for _, l := range update.Loops {
				if l.Name == "in a bubble" {
					events = append(events, l)
				}
			}
		}
		if len(events) != 6 {
			t.Fatalf("%d events in 5.5 s: %v", len(events), events)
		}
		for i, e := range events {
			if (i == 0) != (e.Seconds == 0) {
				t.Errorf("event %d is of %v s", i, e.Seconds)
			}
			// Ten timers, and the monitor's.
			if i > 0 && (e.Seconds != 1 || e.Callbacks < 9 || e.Callbacks > 11) {
				t.Errorf("event %d: %v callbacks per second in %v s, want 10 in 1", i, e.Callbacks, e.Seconds)
			}
		}
		if err := loop.Close(); err != nil {
			t.Fatal(err)
		}
		<-ended
	})
}

// TestPageFindings: the page has the findings of a recorded loop, and of one that is only watched its
// stalls. They are read again after five seconds.
func TestPageFindings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		recorded := unrun(t, wakeful.WithName("recorded"), wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		record(t, recorded)
		watched := unrun(t, wakeful.WithName("watched"))
		for _, l := range []*wakeful.Loop{recorded, watched} {
			watch(t, l, telemetry.WithStallLimit(20*ms, nil), telemetry.WithLogger(nil))
			launch(t, l)
			on(t, l, func() {})
		}
		check(t, watched.Submit(faultyLoad))
		on(t, watched, func() {})
		panicked, err := recorded.AfterFunc(2*time.Second, faultyPanic)
		check(t, err)
		defer panicked.Stop()
		ctx, leave := context.WithTimeout(t.Context(), 5500*ms)
		defer leave()
		recorder := httptest.NewRecorder()
		telemetry.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1/?part=events", nil))
		found := map[string]string{} // by the loop and the number of the event
		n := 0
		for line := range strings.Lines(recorder.Body.String()) {
			data, ok := strings.CutPrefix(line, "data: ")
			if !ok {
				continue
			}
			var update struct {
				Loops []struct {
					Name     string
					Recorded bool
					Findings []struct{ Rule, Text string }
				}
			}
			check(t, json.Unmarshal([]byte(data), &update))
			for _, l := range update.Loops {
				if l.Recorded != (l.Name == "recorded") {
					t.Errorf("%s: recorded %t", l.Name, l.Recorded)
				}
				for _, f := range l.Findings {
					found[fmt.Sprint(l.Name, " ", n)] += f.Rule + ": " + f.Text
				}
			}
			n++
		}
		for key, want := range map[string]string{
			"watched 5": "sleeping in time.Sleep", "recorded 5": "callback that panics: ", "recorded 4": "",
		} {
			if got := found[key]; !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%s: found %q, want something with %q", key, got, want)
			}
		}
	})
}

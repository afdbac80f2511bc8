//go:build !unix

package telemetry

import "time"

// processTime returns the processor time that the process has used, -1 if it is unknown.
func processTime() time.Duration { return -1 }

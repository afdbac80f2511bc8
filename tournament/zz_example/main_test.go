package main

import (
	"testing"

	"github.com/wakeful-go/wakeful/tournament/conformance"
)

func TestConformance(t *testing.T) { conformance.Run(t, entry) }

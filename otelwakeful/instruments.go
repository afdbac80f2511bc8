package otelwakeful

import (
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/metric"

	"github.com/wakeful-go/wakeful"
)

// This file owns the creation and registration of instruments.

var errNilMeter = fmt.Errorf("%w: otelwakeful: the meter is nil", wakeful.ErrInvalidOption)

// instruments collects the instruments of a meter, and the errors of failed ones.
type instruments struct {
	meter metric.Meter
	all   []metric.Observable
	errs  []error
}

func (m *instruments) int64(o metric.Int64Observable, err error) metric.Int64Observable {
	m.add(o, err)
	return o
}

func (m *instruments) float64(o metric.Float64Observable, err error) metric.Float64Observable {
	m.add(o, err)
	return o
}

func (m *instruments) add(o metric.Observable, err error) {
	m.all, m.errs = append(m.all, o), append(m.errs, err)
}

// register registers one callback for all instruments.
func (m *instruments) register(observe metric.Callback) (metric.Registration, error) {
	if err := errors.Join(m.errs...); err != nil {
		return nil, err
	}
	return m.meter.RegisterCallback(observe, m.all...)
}

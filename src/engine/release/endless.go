package release

import (
	"sync"
	"time"

	"catamaran.dev/engine/fault"
)

// MostRendering, a setting of the engine, limits the time in which the charts of a request are rendered. Templates in the values may compute for ever, nothing ends them,
// and meanwhile they take a processor.
var MostRendering = time.Minute

// A stopwatch measures rendering, and gives the request up after too much of it. What the templates ask the cluster is not counted: a slow API
// server is not their fault, and the deadline of the request limits it.
type stopwatch struct {
	mutex sync.Mutex
	spent time.Duration
	began time.Time          // zero if it stands
	timer *time.Timer        // runs while it does
	over  func(*fault.Fault) // nil if nothing is given up
}

// measure starts the stopwatch, and returns what stops it. Within another measurement it does nothing.
func (s *stopwatch) measure() (stop func()) {
	if !s.start() {
		return func() {}
	}
	return sync.OnceFunc(func() { s.stop() })
}

// pause stops the stopwatch, and returns what starts it again, if it ran.
func (s *stopwatch) pause() (resume func()) {
	if !s.stop() {
		return func() {}
	}
	return func() { s.start() }
}

func (s *stopwatch) start() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.began.IsZero() {
		return false
	}
	s.began = time.Now()
	if s.over != nil {
		most := MostRendering
		s.timer = time.AfterFunc(most-s.spent, func() {
			s.over(fault.New(fault.Chart, fault.Endless, "the templates have not ended after %v, with these values; they are given up", most))
		})
	}
	return true
}

func (s *stopwatch) stop() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.began.IsZero() {
		return false
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.spent += time.Since(s.began)
	s.began = time.Time{}
	return true
}

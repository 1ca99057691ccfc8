package serve

import (
	"context"
	"sync"
	"time"
)

// A Step is a part of the work on a request.
type Step struct {
	Name            string `json:"name"`
	BeganUnixMicros int64  `json:"beganUnixMicros"`
	Micros          int64  `json:"micros"`
}

// mostSteps bounds what a request with many hooks answers.
const mostSteps = 100

// steps are those of one request, if its parent asks for them.
type steps struct {
	mutex sync.Mutex
	done  []Step
	name  string
	began time.Time
}

type stepsKey struct{}

// Enter notes that a step of a request begins, which ends the one before it.
func Enter(ctx context.Context, name string) {
	if s, asked := ctx.Value(stepsKey{}).(*steps); asked {
		s.enter(name)
	}
}

func (s *steps) enter(name string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if name == s.name {
		return
	}
	if s.name != "" && len(s.done) < mostSteps {
		s.done = append(s.done, Step{s.name, s.began.UnixMicro(), time.Since(s.began).Microseconds()})
	}
	s.name, s.began = name, time.Now()
}

// end returns all steps.
func (s *steps) end() []Step {
	s.enter("")
	return s.done
}

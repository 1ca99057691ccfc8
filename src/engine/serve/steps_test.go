package serve

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTellsTheTimesOfStepsIfAsked(t *testing.T) {
	began := time.Now()
	p := start(t, map[string]Method{
		"works": func(ctx context.Context, _ Call) (any, error) {
			Enter(ctx, "a")
			Enter(ctx, "a")
			<-time.After(time.Until(began.Add(20 * time.Millisecond)))
			Enter(ctx, "b")
			return nil, nil
		},
		"fails": func(ctx context.Context, _ Call) (any, error) {
			Enter(ctx, "a")
			return nil, errors.New("no")
		},
		"repeats": func(ctx context.Context, _ Call) (any, error) {
			for i := range 10 * mostSteps {
				Enter(ctx, fmt.Sprint(i))
			}
			return nil, nil
		},
	})
	ask := func(method string, steps bool) []Step {
		p.send(fmt.Sprintf(`{"id":1,"method":%q,"steps":%t}`, method, steps))
		return p.answer().Steps
	}
	worked := ask("works", true)
	if len(worked) != 2 || worked[0].Name != "a" || worked[1].Name != "b" {
		t.Fatal(worked)
	}
	first, second := worked[0], worked[1]
	if first.BeganUnixMicros < began.UnixMicro() || second.BeganUnixMicros < began.Add(20*time.Millisecond).UnixMicro() ||
		first.BeganUnixMicros+first.Micros > second.BeganUnixMicros+1000 {
		t.Error(worked, began.UnixMicro())
	}
	if failed := ask("fails", true); len(failed) != 1 || failed[0].Name != "a" {
		t.Error(failed)
	}
	assert.Equal(t, mostSteps, len(ask("repeats", true)))
	assert.Nil(t, ask("works", false))
}

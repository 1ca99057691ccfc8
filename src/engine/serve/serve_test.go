package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/stretchr/testify/require"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
	"github.com/stretchr/testify/assert"
)

type parent struct {
	t       *testing.T
	input   *io.PipeWriter
	answers *frame.Reader
	ended   chan error
	server  *Server
}

func start(t *testing.T, methods map[string]Method) *parent {
	requests, input := io.Pipe()
	answers, output := io.Pipe()
	p := &parent{t, input, frame.NewReader(answers), make(chan error, 1), New(methods, output, 50*time.Millisecond)}
	go func() { p.ended <- p.server.Run(requests) }()
	t.Cleanup(func() { input.Close() })
	return p
}

func (p *parent) send(text string) {
	whole := append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)
	if _, err := p.input.Write(whole); err != nil {
		p.t.Error(err)
	}
}

func (p *parent) answer() Answer {
	p.t.Helper()
	body, err := p.answers.Next()
	if err != nil {
		p.t.Fatal(err)
	}
	var answer Answer
	if err := json.Unmarshal(body, &answer); err != nil {
		p.t.Fatal(err)
	}
	return answer
}

// fails expects the error of a request.
func (p *parent) fails(id uint64, reason fault.Reason) {
	p.t.Helper()
	answer := p.answer()
	require.NotNil(p.t, answer.Error)
	assert.Equal(p.t, reason, answer.Error.Reason)
	assert.Equal(p.t, id, answer.ID)
}

func untilEnd(ctx context.Context, _ Call) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestAnswersManyRequestsAtOnce(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	p := start(t, map[string]Method{"meet": func(_ context.Context, call Call) (any, error) {
		both.Done()
		both.Wait()
		call.Progress("met")
		return map[string]uint64{"of": call.ID}, nil
	}})
	p.send(`{"id":1,"method":"meet"}`)
	p.send(`{"id":2,"method":"meet"}`)
	results, progress := map[uint64]any{}, map[uint64]any{}
	for range 4 {
		answer := p.answer()
		if answer.Progress != nil {
			progress[answer.ID] = answer.Progress
			continue
		}
		assert.NotNil(t, progress[answer.ID], "the result came before the progress")
		results[answer.ID] = answer.Result
	}
	assert.Len(t, results, 2)
	assert.Equal(t, float64(2), results[2].(map[string]any)["of"])
}

func TestEndsARequestAtItsDeadlineAndWhenAsked(t *testing.T) {
	p := start(t, map[string]Method{"wait": untilEnd})
	p.send(`{"id":1,"method":"wait"}`)
	p.send(`{"id":2,"method":"wait","deadlineMillis":1}`)
	p.fails(2, fault.Deadline)
	p.send(`{"id":3,"method":"cancel"}`)
	p.send(`{"id":1,"method":"cancel"}`)
	p.fails(1, fault.Cancelled)
}

func TestGivesUpARequestThatDoesNotEnd(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	p := start(t, map[string]Method{"hang": func(context.Context, Call) (any, error) {
		<-release
		return nil, nil
	}})
	p.send(`{"id":1,"method":"hang","deadlineMillis":1}`)
	assert.Equal(t, fault.Stuck, p.answer().Error.Reason)
}

func TestAPanicFailsItsRequestAlone(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, nil)))
	defer slog.SetDefault(before)
	p := start(t, map[string]Method{"panic": func(context.Context, Call) (any, error) { panic("hunter2") }, "wait": untilEnd})
	p.send(`{"id":1,"method":"wait"}`)
	p.send(`{"id":2,"method":"panic"}`)
	answer := p.answer()
	assert.Equal(t, fault.Panic, answer.Error.Reason)
	p.send(`{"id":1,"method":"cancel"}`)
	p.answer()
	assert.NotContains(t, answer.Error.Message+log.String(), "hunter2", "the value of the panic is shown")
	assert.Contains(t, log.String(), "serve_test.go")
}

func TestRefusesWhatItDoesNotKnow(t *testing.T) {
	p := start(t, map[string]Method{"of": func(_ context.Context, call Call) (any, error) {
		return nil, call.Into(&struct{ Known int }{})
	}})
	for request, want := range map[string]bool{
		`{"id":1,"method":"other"}`:                         false,
		`{"id":1,"method":"of","params":{"unknown":1}}`:     false,
		`{"id":1,"method":"of","params":{"known":"three"}}`: false,
		`{"id":1,"method":"of","params":{"known":3}}`:       true,
		`{"id":1,"method":"of"}`:                            true,
	} {
		p.send(request)
		if answer := p.answer(); want {
			assert.Nil(t, answer.Error, request)
		} else {
			assert.Equal(t, fault.Request, answer.Error.Fault, request)
		}
	}
}

const waiting = "\x00\x00\x00\x18{\"id\":1,\"method\":\"wait\"}"

func TestEndsWithItsInput(t *testing.T) {
	for name, row := range map[string]struct {
		input string
		fails bool
	}{
		"end of input":    {"", false},
		"half a frame":    {"\x00\x00\x00\x09{", true},
		"no JSON":         {"\x00\x00\x00\x01{", true},
		"an id used once": {waiting, false},
	} {
		server := New(map[string]Method{"wait": untilEnd}, io.Discard, time.Second)
		assert.Equal(t, row.fails, (server.Run(strings.NewReader(row.input)) != nil), name)
	}
	twice := New(map[string]Method{"wait": untilEnd}, io.Discard, time.Second)
	assert.Error(t, twice.Run(strings.NewReader(waiting+waiting)), "one id twice at the same time is accepted")
}

func TestAnswersAllBeforeItEndsItself(t *testing.T) {
	p := start(t, map[string]Method{"wait": untilEnd})
	p.send(`{"id":1,"method":"wait"}`)
	p.send(`{"id":0,"method":"cancel"}`)
	go p.server.FailAll(fault.New(fault.Engine, fault.Memory, "too much"))
	p.fails(1, fault.Memory)
	running, _ := p.server.Counts()
	assert.Zero(t, running)
	assert.NoError(t, errors.Join(p.input.Close(), <-p.ended))
}

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
	require.Len(t, worked, 2)
	assert.Equal(t, "ab", worked[0].Name+worked[1].Name)
	first, second := worked[0], worked[1]
	if first.BeganUnixMicros < began.UnixMicro() || second.BeganUnixMicros < began.Add(20*time.Millisecond).UnixMicro() ||
		first.BeganUnixMicros+first.Micros > second.BeganUnixMicros+1000 {
		t.Error(worked, began.UnixMicro())
	}
	assert.Len(t, ask("fails", true), 1)
	assert.Equal(t, mostSteps, len(ask("repeats", true)))
	assert.Nil(t, ask("works", false))
}

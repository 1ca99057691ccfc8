// Package serve answers requests that come as frames, many at once, each with its own deadline and cancellation.
package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
)

// A Request is a frame from the parent. The method "cancel" ends the request with the same id, which then answers; it has no answer itself.
type Request struct {
	ID             uint64          `json:"id"`
	Method         string          `json:"method"`
	DeadlineMillis int64           `json:"deadlineMillis,omitempty"` // from its arrival; 0 means none
	Params         json.RawMessage `json:"params,omitempty"`
	Steps          bool            `json:"steps,omitempty"` // whether the last answer tells the times of the steps
}

// An Answer is a frame to the parent: any number with progress, then one with a result or an error.
type Answer struct {
	ID       uint64       `json:"id"`
	Progress any          `json:"progress,omitempty"`
	Result   any          `json:"result,omitempty"`
	Error    *fault.Fault `json:"error,omitempty"`
	Steps    []Step       `json:"steps,omitempty"`
}

// A Method carries out the requests of one name.
type Method func(ctx context.Context, call Call) (any, error)

// A Call is one request, as its method sees it.
type Call struct {
	ID       uint64
	params   json.RawMessage
	progress func(any)
	giveUp   func(*fault.Fault)
}

// NewCall returns a call without a connection, for tests.
func NewCall(params json.RawMessage, progress func(any)) Call {
	return Call{0, params, progress, func(*fault.Fault) {}}
}

// With returns a call for a part of the work, with other parameters.
func (c Call) With(params json.RawMessage) Call {
	c.params = params
	return c
}

// Into reads the parameters. A field that the method does not know is an error, so that no option is lost without a word.
func (c Call) Into(params any) error {
	if len(c.params) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(c.params))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	if err := decoder.Decode(params); err != nil {
		return fault.New(fault.Request, fault.BadRequest, "the parameters: %v", err)
	}
	return nil
}

// Progress tells the parent what happens meanwhile.
func (c Call) Progress(what any) { c.progress(what) }

// GiveUp answers the request, and ends its context. What does not look at that goes on: the parent should replace the process.
func (c Call) GiveUp(why *fault.Fault) { c.giveUp(why) }

// A Server answers the requests of one parent.
type Server struct {
	methods map[string]Method
	out     *frame.Writer
	grace   time.Duration
	mutex   sync.Mutex
	running map[uint64]context.CancelFunc
	done    uint64
	// inOrder are the methods that end before the next request is read.
	inOrder map[string]bool
}

// New returns a server that writes to out. A request that has not ended grace after its deadline is given up. Requests of the methods inOrder
// end before the next request is read, all others run at once.
func New(methods map[string]Method, out io.Writer, grace time.Duration, inOrder ...string) *Server {
	s := &Server{methods: methods, out: frame.NewWriter(out), grace: grace, running: map[uint64]context.CancelFunc{}, inOrder: map[string]bool{}}
	for _, method := range inOrder {
		s.inOrder[method] = true
	}
	return s
}

// Run answers requests until the input ends. It returns nil at the end of input, and an error if the parent does not keep the protocol.
func (s *Server) Run(in io.Reader) error {
	reader := frame.NewReader(bufio.NewReaderSize(in, 1<<16))
	for {
		body, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var request Request
		if err := json.Unmarshal(body, &request); err != nil {
			return fmt.Errorf("a frame is no request: %w", err)
		}
		if err := s.begin(request); err != nil {
			return err
		}
	}
}

// Counts returns how many requests run, and how many have been answered.
func (s *Server) Counts() (running int, done uint64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.running), s.done
}

// FailAll answers all running requests, before the process ends itself.
func (s *Server) FailAll(why *fault.Fault) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for id := range s.running {
		_ = s.out.Write(Answer{ID: id, Error: why})
		delete(s.running, id)
	}
}

func (s *Server) begin(request Request) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	cancel, runs := s.running[request.ID]
	if request.Method == "cancel" {
		if runs {
			cancel()
		}
		return nil
	}
	if runs {
		return fmt.Errorf("the id %d is in use", request.ID)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if request.DeadlineMillis > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), time.Duration(request.DeadlineMillis)*time.Millisecond)
	}
	s.running[request.ID] = cancel
	if !s.inOrder[request.Method] {
		go s.answer(ctx, cancel, request)
		return nil
	}
	s.mutex.Unlock()
	defer s.mutex.Lock()
	s.answer(ctx, cancel, request)
	return nil
}

func (s *Server) answer(ctx context.Context, cancel context.CancelFunc, request Request) {
	defer cancel()
	began := time.Now()
	outcome, givenUp := make(chan Answer, 1), make(chan *fault.Fault, 1)
	giveUp := func(why *fault.Fault) {
		select {
		case givenUp <- why:
		default:
		}
	}
	go func() { outcome <- s.carryOut(ctx, request, giveUp) }()
	var answer Answer
	select {
	case answer = <-outcome:
	case why := <-givenUp:
		answer = Answer{Error: why}
	case <-ctx.Done():
		select {
		case answer = <-outcome:
		case <-time.After(s.grace):
			answer = Answer{Error: fault.New(fault.Engine, fault.Stuck, "%s has not ended %v after %v", request.Method, s.grace, ctx.Err())}
		}
	}
	answer.ID = request.ID
	if answer.Error != nil {
		slog.Info("request failed", "id", request.ID, "method", request.Method, "seconds", time.Since(began).Seconds(),
			"fault", answer.Error.Fault, "reason", answer.Error.Reason, "step", answer.Error.Step)
	}
	s.end(answer)
}

func (s *Server) end(answer Answer) {
	s.mutex.Lock()
	_, runs := s.running[answer.ID]
	delete(s.running, answer.ID)
	s.done++
	s.mutex.Unlock()
	if !runs {
		return // FailAll has answered.
	}
	if err := s.out.Write(answer); err != nil {
		slog.Error("an answer cannot be written", "id", answer.ID, "error", err)
		_ = s.out.Write(Answer{ID: answer.ID, Error: fault.New(fault.Engine, fault.Other, "the answer cannot be written: %v", err)})
	}
}

func (s *Server) carryOut(ctx context.Context, request Request, giveUp func(*fault.Fault)) (answer Answer) {
	defer func() {
		if err := Recovered(recover()); err != nil {
			answer = Answer{Error: fault.Of(err, nil)}
		}
	}()
	method, known := s.methods[request.Method]
	if !known {
		return Answer{Error: fault.New(fault.Request, fault.BadRequest, "the method %q is unknown", request.Method)}
	}
	call := Call{request.ID, request.Params, func(what any) {
		if err := s.out.Write(Answer{ID: request.ID, Progress: what}); err != nil {
			slog.Warn("progress cannot be written", "id", request.ID, "error", err)
		}
	}, giveUp}
	if request.Steps {
		asked := &steps{}
		ctx = context.WithValue(ctx, stepsKey{}, asked)
		defer func() { answer.Steps = asked.end() }()
	}
	result, err := method(ctx, call)
	if err != nil {
		return Answer{Error: fault.Of(err, nil)}
	}
	if result == nil {
		result = struct{}{}
	}
	return Answer{Result: result}
}

// Package logs writes the engine's log: lines of JSON, in which the secrets of the requests under way are hidden.
package logs

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

const hidden = "***"

// Secrets are the texts that no line may show. It is safe for concurrent use.
type Secrets struct {
	mutex sync.RWMutex
	uses  map[string]int
}

// Hide hides texts until the returned function is called.
func (s *Secrets) Hide(texts []string) (done func()) {
	s.count(texts, 1)
	return func() { s.count(texts, -1) }
}

func (s *Secrets) count(texts []string, by int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.uses == nil {
		s.uses = map[string]int{}
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		if s.uses[text] += by; s.uses[text] == 0 {
			delete(s.uses, text)
		}
	}
}

// In returns text without the secrets.
func (s *Secrets) In(text string) string {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	for secret := range s.uses {
		text = strings.ReplaceAll(text, secret, hidden)
	}
	return text
}

// Begin sends all logging of this process to out: ours from level Info on, that of Helm and of client-go from Warn on, since they log
// whole objects and values below that.
func Begin(out io.Writer, secrets *Secrets) {
	handler := slog.NewJSONHandler(out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, attr slog.Attr) slog.Attr {
		return hiding(attr, secrets)
	}})
	slog.SetDefault(slog.New(handler))
	klog.SetLogger(logr.FromSlogHandler(From(slog.LevelWarn)))
}

// From returns a handler that drops everything below level.
func From(level slog.Level) slog.Handler { return filter{slog.Default().Handler(), level} }

func hiding(attr slog.Attr, secrets *Secrets) slog.Attr {
	attr.Value = attr.Value.Resolve()
	switch attr.Value.Kind() {
	case slog.KindString:
		return slog.String(attr.Key, secrets.In(attr.Value.String()))
	case slog.KindAny:
		switch value := attr.Value.Any().(type) {
		case error:
			return slog.String(attr.Key, secrets.In(value.Error()))
		case []string:
			return slog.Any(attr.Key, strings.Split(secrets.In(strings.Join(value, "\n")), "\n"))
		case *slog.Source, slog.Level:
			return attr
		default:
			// It could be an object with anything in it.
			return slog.String(attr.Key, hidden)
		}
	default:
		return attr
	}
}

type filter struct {
	slog.Handler
	level slog.Level
}

func (f filter) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= f.level && f.Handler.Enabled(ctx, level)
}

func (f filter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return filter{f.Handler.WithAttrs(attrs), f.level}
}

func (f filter) WithGroup(name string) slog.Handler {
	return filter{f.Handler.WithGroup(name), f.level}
}

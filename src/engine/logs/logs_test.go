package logs

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"k8s.io/klog/v2"
)

func TestHidesSecretsInEachPartOfALine(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var out bytes.Buffer
	secrets := &Secrets{}
	Begin(&out, secrets)
	done := secrets.Hide([]string{"hunter2", ""})
	secrets.Hide([]string{"hunter2"})()
	slog.Info("it is hunter2", "text", "a hunter2", "error", errors.New("of hunter2"), "list", []string{"hunter2"}, "number", 1)
	slog.Warn("a value", "object", map[string]string{"password": "swordfish"})
	slog.With("with", "hunter2").WithGroup("group").Info("two", "in", "hunter2")
	klog.ErrorS(errors.New("hunter2"), "from a library")
	klog.InfoS("too much", "secret", "swordfish")
	slog.New(From(slog.LevelWarn)).Info("too much", "secret", "swordfish")
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 4 {
		t.Errorf("%d lines in place of 4: %s", len(lines), out.String())
	} else {
		for _, line := range lines {
			if !json.Valid([]byte(line)) {
				t.Errorf("no JSON: %s", line)
			}
		}
	}
	assert.NotContains(t, out.String(), "hunter2")
	assert.NotContains(t, out.String(), "swordfish")
	done()
	slog.Info("now hunter2 is no secret")
	assert.Contains(t, out.String(), "hunter2", "hidden after the request has ended")
}

package main

import (
	"fmt"
	"io"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// main prints what kstatus and the rule in the file of the first argument say of the object on standard input.
func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var object unstructured.Unstructured
	content, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	if err := object.UnmarshalJSON(content); err != nil {
		return err
	}
	result, err := status.Compute(&object)
	if err != nil {
		return err
	}
	rule, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
	machine := lua.NewState()
	defer machine.Close()
	machine.SetGlobal("obj", valueOf(machine, object.Object))
	if err := machine.DoString(string(rule)); err != nil {
		return err
	}
	health, isTable := machine.Get(-1).(*lua.LTable)
	if !isTable {
		return fmt.Errorf("the rule returns no table")
	}
	fmt.Println(result.Status, health.RawGetString("status"))
	return nil
}

func valueOf(machine *lua.LState, content any) lua.LValue {
	switch content := content.(type) {
	case map[string]any:
		table := machine.NewTable()
		for key, value := range content {
			table.RawSetString(key, valueOf(machine, value))
		}
		return table
	case []any:
		table := machine.NewTable()
		for _, value := range content {
			table.Append(valueOf(machine, value))
		}
		return table
	case string:
		return lua.LString(content)
	case int64:
		return lua.LNumber(content)
	case float64:
		return lua.LNumber(content)
	case bool:
		return lua.LBool(content)
	default:
		return lua.LNil
	}
}

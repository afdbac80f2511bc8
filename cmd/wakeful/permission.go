package main

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the flags that restrict a program, with Node's names.

// permission is what the flags say.
type permission struct {
	on          bool
	read, write []string
	net         bool
	env         []string
}

// all stands for everything in a flag with an optional value.
const all = "*"

func (p *permission) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&p.on, "permission", false, "allow the program nothing outside of it but what --allow flags say")
	f.BoolVar(&p.on, "experimental-permission", false, "the same, as in Node 20")
	f.StringSliceVar(&p.read, "allow-fs-read", nil, "with --permission, let the program read these `paths` (* for all)")
	f.StringSliceVar(&p.write, "allow-fs-write", nil, "with --permission, let the program write these `paths` (* for all)")
	f.BoolVar(&p.net, "allow-net", false, "with --permission, let the program use fetch and WebSocket")
	f.StringSliceVar(&p.env, "allow-env", nil, "with --permission, let the program see these environment `variables` (* for all)")
	f.Lookup("allow-env").NoOptDefVal = all
	_ = f.MarkHidden("experimental-permission")
	for _, name := range []string{"allow-child-process", "allow-worker", "allow-addons", "allow-wasi"} {
		f.Bool(name, false, "no effect: programs cannot do this")
		_ = f.MarkHidden(name)
	}
}

// options are the runtime's options for a program in a file, or in none.
func (p *permission) options(file string) ([]js.Option, error) {
	if !p.on {
		if p.net || len(p.read)+len(p.write)+len(p.env) > 0 {
			return nil, errors.New("the flags --allow-... need --permission: without it a program may do everything")
		}
		return []js.Option{js.WithFullAccess()}, nil
	}
	read := p.read
	if file != "" {
		read = append(read, file)
	}
	options := []js.Option{js.WithFullAccess(), js.WithPaths(read, p.write), js.WithEnv(p.environment())}
	if !p.net {
		options = append(options, js.WithFetch(nil))
	}
	return options, nil
}

// environment returns the variables that the program may see.
func (p *permission) environment() map[string]string {
	seen := map[string]string{}
	for _, name := range p.env {
		if name == all {
			for _, entry := range os.Environ() {
				if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
					seen[name] = value
				}
			}
		} else if value, ok := os.LookupEnv(name); ok {
			seen[name] = value
		}
	}
	return seen
}

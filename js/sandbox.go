package js

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file owns what scripts may reach outside of their runtime. By default that is nothing, and
// each option adds one thing.

// access is what the options have added. Immutable after New.
type access struct {
	open    bool                                                // WithFullAccess: everything
	files   func() *files.Files                                 // nil: no files
	client  *http.Client                                        // for fetch; nil: no requests
	offline bool                                                // WithFetch(nil): no requests even if open
	sockets *http.Client                                        // WithWebSocket; nil: see opensSockets
	silent  bool                                                // WithWebSocket(nil): no WebSockets even if open
	listen  func(network, address string) (net.Listener, error) // WithListen; nil: see listener
	deaf    bool                                                // WithListen(nil): no listeners even if open
	paths   bool                                                // WithPaths: process.permission exists
	release func()                                              // closes what files needs, when the runtime has ended
	node    bool                                                // Node's globals and modules
	only    []string                                            // the modules of Node that may be loaded; nil: see pure
	modules bool                                                // modules from files
	allowed []string                                            // the packages and paths that modules may come from; nil: all
}

// WithFullAccess lets scripts do what the Go program can do, as a program for Node expects: Node's
// globals and modules, modules from files, the file system, the environment, the network, and the
// end of the runtime by process.exit or by an error that nothing handles. Use it only for programs
// that you trust as your own. The command wakeful uses it. Options that come after it restrict
// single things: WithFS the files, WithEnv the environment, WithFetch the client for requests and
// WebSockets.
func WithFullAccess() Option {
	return Option{func(s *settings) error {
		s.access = access{open: true, release: s.release, node: true, modules: true, files: files.System}
		s.stdin, s.environ = os.Stdin, true
		return nil
	}}
}

// WithFS lets scripts read the files of an fs.FS, under absolute paths: its root is "/". They can
// be read with fs if WithNode is given, and loaded as modules if WithModules is given. RunFile and
// EvalFile find their file there too. Writing fails with EROFS.
//
// What a path can reach is up to the fs.FS. That of os.DirFS follows symbolic links out of its
// directory. That of os.Root.FS does not.
func WithFS(fsys fs.FS) Option {
	set := func(s *settings) { s.files = func() *files.Files { return files.ReadOnly(fsys) } }
	return checked(fsys != nil, set, "WithFS", "nil", "leave the option out to give scripts no files")
}

// WithRoot is WithFS for files that scripts may also change: those below one directory, which is
// "/" for them. No path and no symbolic link leads out of it, see os.Root. The root must stay open
// as long as the runtime is used. A file takes as much space as the operating system lets it.
func WithRoot(root *os.Root) Option {
	set := func(s *settings) { s.files = func() *files.Files { return files.Rooted(root) } }
	return checked(root != nil, set, "WithRoot", "nil", "open a directory with os.OpenRoot")
}

// WithPaths is WithFS for some paths of the operating system's files: scripts may read those of one
// list and write those of another. A path is a directory, which stands for everything below it, or
// a file, or "*" for everything. Other than with WithRoot, scripts see the real paths. No symbolic
// link leads out of a path. Links can be made only with "*" in both lists. The object process gets
// permission.has, as in Node.
func WithPaths(read, write []string) Option {
	return Option{func(s *settings) error {
		granted, release, err := files.Granted(read, write)
		if err != nil {
			return fmt.Errorf("%w: WithPaths: %w", wakeful.ErrInvalidOption, err)
		}
		if s.release != nil {
			s.release()
		}
		s.files, s.release, s.paths = func() *files.Files { return granted }, release, true
		return nil
	}}
}

// WithFetch lets scripts send requests with fetch, with a client of the Go program. Which addresses
// they reach is up to its Transport: with http.DefaultClient it is everything that the Go program
// reaches, including its own machine and internal services. The client's Timeout, Jar and
// CheckRedirect are used. nil takes away what WithFullAccess has given.
func WithFetch(client *http.Client) Option {
	return Option{func(s *settings) error {
		s.client, s.offline = client, client == nil
		return nil
	}}
}

// WithWebSocket lets scripts open WebSockets: they get the globals WebSocket and CloseEvent. The
// opening handshake is a request of the client, so which addresses scripts reach is up to its
// Transport, as with WithFetch. Its certificates, its proxy, its Jar, and its Timeout for the
// handshake are used. The Transport must be an *http.Transport, or another one that can upgrade
// connections. nil takes away what WithFullAccess has given.
//
// With WithFullAccess the client of WithFetch is used unless this option gives another one, and
// WithFetch(nil) also takes WebSockets away.
//
// An open WebSocket keeps the program running, has one goroutine, and counts for
// Limits.PendingPromises; what it sends counts for Limits.Output. It is closed with code 1001 when
// the runtime ends, and when the context of the call that has opened it ends while the caller
// waits. Messages of more than 64 MiB, after decompression, end it. A
// script that sends 64 MiB more than the network takes also ends it. permessage-deflate is offered,
// without context takeover; messages of 1 KiB and more are then compressed, on a goroutine.
func WithWebSocket(client *http.Client) Option {
	return Option{func(s *settings) error {
		s.sockets, s.silent = client, client == nil
		return nil
	}}
}

// opensSockets reports whether scripts may open WebSockets.
func (s *settings) opensSockets() bool {
	return s.sockets != nil || s.open && !s.silent && !s.offline
}

// WithListen lets scripts serve: the modules http, https and net call open to open each listener,
// with the arguments of net.Listen. So the Go program decides at which addresses. net/http speaks
// HTTP, and the handlers run on the loop. nil takes away what WithFullAccess has given; so does
// WithFetch(nil). open may be called from any goroutine. Listeners are closed when the runtime ends.
func WithListen(open func(network, address string) (net.Listener, error)) Option {
	return Option{func(s *settings) error {
		s.listen, s.deaf = open, open == nil
		return nil
	}}
}

// listener returns the function that opens listeners for scripts, or nil.
func (s *settings) listener() func(network, address string) (net.Listener, error) {
	if s.listen == nil && s.open && !s.deaf && !s.offline {
		return net.Listen
	}
	return s.listen
}

// WithModules lets scripts load modules from the files of WithFS or WithRoot, with require and
// import. Without names, from all of them. A name is that of a package, as "lodash" or "@acme/db",
// or a path, as "/rules", for the files below it. A file belongs to the innermost package that it
// is in, so what a package needs must be named too.
//
// Modules of WithModule need no permission. Those of Node need WithNode.
func WithModules(allow ...string) Option {
	return Option{func(s *settings) error {
		if slices.Contains(allow, "") {
			return invalid("WithModules", `""`, `name a package or a path: "lodash", "/rules"`)
		}
		s.modules, s.allowed = true, allow
		return nil
	}}
}

// WithNode adds Node's globals process, Buffer, global and require, and Node's modules. Without
// names it adds those modules that reach nothing outside of the runtime, and fs, which reaches the
// files of WithFS or WithRoot. With names it adds the named modules only, as "util" or "os"; os
// tells about the machine and its users.
//
// The object process has what the options give it: environment (WithEnv), arguments (WithArgs),
// standard input (WithStdin), signals (WithSignals). process.exit throws, unless WithExit is given.
func WithNode(modules ...string) Option {
	return Option{func(s *settings) error {
		for _, name := range modules {
			if !isNodeModule(strings.TrimPrefix(name, "node:")) {
				return invalid("WithNode", name, `there is no such module of Node: name "util" or "fs/promises", for example`)
			}
		}
		s.node = true
		s.only = nil
		for _, name := range modules {
			s.only = append(s.only, strings.TrimPrefix(name, "node:"))
		}
		return nil
	}}
}

// isNodeModule reports whether a module of this name is built in, or loads and throws.
func isNodeModule(name string) bool {
	_, ok := builtins().modules[name]
	return ok && !strings.HasPrefix(name, "internal/")
}

// impure are the modules of Node that WithNode adds only by name.
var impure = []string{"os"}

// mayRequire reports whether scripts may load a built-in module.
func (r *Runtime) mayRequire(name string) bool {
	s := &r.settings
	switch {
	case s.open || slices.ContainsFunc(s.given, func(m module) bool { return m.name == name }):
		return true
	case !s.node:
		return false
	case s.only != nil:
		return slices.Contains(s.only, name)
	}
	return !slices.Contains(impure, name)
}

// requirable reports whether scripts have the function require.
func (s *settings) requirable() bool { return s.node || s.modules || len(s.given) > 0 }

// mayLoad returns an error unless scripts may load a file as a module.
func (r *Runtime) mayLoad(file string) error {
	s := &r.settings
	if !s.modules {
		return &files.DeniedError{Permission: "Modules", Resource: file, Option: "the Go program allows modules with js.WithModules"}
	}
	if len(s.allowed) == 0 {
		return nil
	}
	slashed := filepath.ToSlash(file)
	name := packageOf(slashed)
	for _, allowed := range s.allowed {
		if allowed == name {
			return nil
		}
		if below := filepath.ToSlash(r.resolvePath(allowed)); isPath(allowed) && (slashed == below || strings.HasPrefix(slashed, strings.TrimSuffix(below, "/")+"/")) && name == "" {
			return nil
		}
	}
	return &files.DeniedError{Permission: "Modules", Resource: file, Option: "js.WithModules does not name it"}
}

// denyUnnamed throws if WithModules does not allow what a specifier names, whether it exists or
// not. So scripts without the module fs do not learn which files exist. Inside JavaScript.
func (r *Runtime) denyUnnamed(specifier, dir string) {
	s := &r.settings
	everything := s.modules && len(s.allowed) == 0
	if everything || s.files == nil || r.mayRequire("fs") || specifier == "" || specifier[0] == '#' {
		return
	}
	name := specifier
	if path, err := fileOfURL(specifier); err == nil && strings.HasPrefix(specifier, "file:") {
		name = path
	}
	switch {
	case filepath.IsAbs(name):
		name = filepath.Clean(name)
	case isPath(name):
		name = filepath.Join(dir, filepath.FromSlash(name))
	default:
		name = filepath.FromSlash("/node_modules/" + name)
	}
	if r.mayLoad(name) != nil {
		r.deny("Modules", specifier, "js.WithModules does not name it")
	}
}

// isPath reports whether a name of WithModules is a path and not a package.
func isPath(name string) bool {
	return path.IsAbs(filepath.ToSlash(name)) || filepath.IsAbs(name) || name[0] == '.'
}

// packageOf returns the package that a file is in, or "" if it is in none.
func packageOf(file string) string {
	_, within, found := strings.CutLast(file, "/node_modules/")
	if !found {
		return ""
	}
	parts := strings.SplitN(within, "/", 3)
	if strings.HasPrefix(parts[0], "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// deny panics with the exception for what a script may not do.
func (r *Runtime) deny(permission, resource, option string) {
	host.Deny(r.vm, permission, resource, option)
}

// mayEnd reports whether scripts may end the runtime: by process.exit, or by an error that nothing
// handles.
func (r *Runtime) mayEnd() bool {
	return r.settings.open || r.settings.onExit != nil || r.isProgram.Load()
}

// prepare makes what the options ask for, and hides what they do not give. New calls it once.
func (r *Runtime) prepare() {
	s := &r.settings
	r.files = files.None()
	if s.files != nil {
		r.files = s.files()
	}
	r.client = s.client
	if s.release != nil {
		context.AfterFunc(r.ctx, s.release)
	}
	if s.open && r.client == nil && !s.offline {
		r.client = web.NewClient(r.ctx)
	}
	if s.opensSockets() {
		if r.socketClient = s.sockets; r.socketClient == nil {
			r.socketClient = r.client
		}
	}
	r.out, r.err = s.stdout, s.stderr
	if !s.open {
		// Without the other methods of an *os.File: fs could read from it or truncate it.
		r.out, r.err = struct{ io.Writer }{s.stdout}, struct{ io.Writer }{s.stderr}
	}
	if s.limits.Output > 0 {
		r.out, r.err = &metered{r, r.out}, &metered{r, r.err}
	}
	l := &s.limits
	r.meter.timed = l.CPU > 0
	if s.stdin == nil {
		s.stdin = strings.NewReader("")
	}
}

// fileError returns the exception for an error of the file system.
func (r *Runtime) fileError(err error) vm.Value {
	if denied, ok := err.(*files.DeniedError); ok { //nolint:errorlint // made by this package
		return host.Denied(r.vm, denied)
	}
	return r.toError(err)
}

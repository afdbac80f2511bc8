package main

// The machines, as a table.

import (
	"fmt"
	"slices"
	"strings"
)

// machine is what a test binary meets. A zero field is as on this machine.
type machine struct {
	Name       string
	Zone       string // TZ
	Locale     string // LANG and LC_ALL
	GoMaxProcs int
	NoHome     bool // HOME is unset; the go command's directories are named by its own variables
	Umask      int
	Terminal   bool // standard input, output and error are a terminal; else there is none at all
	// OnlyGo: the PATH has the go command and git. Without are tools that the PATH lacks.
	OnlyGo  bool
	Without []string

	// What follows takes root, on Linux.

	// OneProcessor: the process may use one processor.
	OneProcessor bool
	// Nobody: the process has the user nobody, who may not write into the checkout.
	Nobody bool
	// NoIPv6: the network is a loopback interface without IPv6.
	NoIPv6 bool
	// SmallTemp: TMPDIR is a file system of its own with few megabytes.
	SmallTemp bool
	// PlainKernel: /dev has what every Unix has, /sys is empty, and /proc has processes only. Files
	// adds to this, below /dev and /sys.
	PlainKernel bool
	Files       map[string]string
	// Cgroups: below a /sys with Files are also this machine's control groups.
	Cgroups bool
}

// Files that the tournament asks for.
const (
	latencyRequest = "/dev/cpu_dma_latency"
	idleDriver     = "/sys/devices/system/cpu/cpuidle/current_driver"
	governor       = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
)

// machines are the machines of the table. Between them, every condition is present and absent.
var machines = []machine{
	{
		Name: "bare", Zone: "Pacific/Chatham", Locale: "tr_TR.UTF-8", GoMaxProcs: 1, NoHome: true, Umask: 0o077, OnlyGo: true,
		NoIPv6: true, SmallTemp: true, PlainKernel: true,
	},
	{
		Name: "other user", Zone: "UTC", Locale: "C", GoMaxProcs: 8, Umask: 0o022, Terminal: true,
		Without:      []string{"node", "nodejs", "cargo", "rustc", "cc", "gcc", "clang", "chromium", "pkg-config"},
		OneProcessor: true, Nobody: true, Files: map[string]string{latencyRequest: "", idleDriver: "none\n"},
	},
	{
		Name: "full", GoMaxProcs: 2, Umask: 0o022, Terminal: true, Without: []string{"npm", "npx", "spin", "tcc", "curl", "openssl"},
		Files: map[string]string{latencyRequest: "", idleDriver: "haltpoll\n", governor: "performance\n"}, Cgroups: true,
	},
}

// slow are the packages whose tests run on the first machine only, because they take long, and on
// that machine most, if not all, of what they need from the system is missing; or because they only
// compute. With -all they run on every machine.
var slow = []string{
	"cmd/wakeful", "examples/chat", "examples/dashboard", "examples/echo", "examples/gateway", "internal/placement",
	"internal/project", "internal/project/api", "internal/project/machines", "internal/project/release", "internal/project/tiers",
	"internal/scenarios", "internal/timerheap", "js", "js/internal/lib", "js/internal/node", "js/internal/web",
	"keyed/keyedkafka", "keyed/keyednats", "models", "sandbox", "sandbox/internal/engine", "sim", "telemetry", "tournament/claims", "tournament/designs",
	"tournament/latency", "tournament/report", "tournament/result", "tournament/stats", "tournament/workloads",
}

// onTwo are the packages whose tests run on the first two machines. The third has what they need, so a
// run there shows what a run on this machine shows. With -all they run on every machine.
var onTwo = []string{
	"examples/orders", "examples/register", "examples/rules", "js/esbuild", "js/internal/differential", "js/promisesaplus", "stream/benchmarks", "stream/ws",
	"tournament/peers", "tournament/world",
}

// runs reports whether a package's tests run on the i-th machine.
func runs(pkg string, i int) bool {
	return i == 0 || !slices.Contains(slow, pkg) && (i == 1 || !slices.Contains(onTwo, pkg))
}

func choose(name string) []machine {
	if name == "" {
		return machines
	}
	return slices.DeleteFunc(slices.Clone(machines), func(m machine) bool { return m.Name != name })
}

// condition is one way in which a machine differs.
type condition struct {
	what string
	root bool // it takes root
}

// conditions returns in what the machine differs.
func (m machine) conditions() []condition {
	all := []condition{{"a path with a space in it", false}}
	add := func(has bool, root bool, what string, args ...any) {
		if has {
			all = append(all, condition{fmt.Sprintf(what, args...), root})
		}
	}
	add(m.Zone != "", false, "TZ=%s", m.Zone)
	add(m.Locale != "", false, "LANG=%s", m.Locale)
	add(m.GoMaxProcs > 0, false, "GOMAXPROCS=%d", m.GoMaxProcs)
	add(m.NoHome, false, "HOME unset")
	add(m.Umask != 0, false, "umask %03o", m.Umask)
	add(m.Terminal, false, "a terminal")
	add(!m.Terminal, false, "no terminal")
	add(m.OnlyGo, false, "PATH with go and git only")
	for _, tool := range m.Without {
		add(true, false, "without %s", tool)
	}
	add(m.OneProcessor, true, "one processor")
	add(m.Nobody, true, "the user nobody, and a checkout that is read-only")
	add(m.NoIPv6, true, "without IPv6")
	add(m.SmallTemp, true, "TMPDIR with %d MB", smallTemp>>20)
	add(m.PlainKernel && m.Files == nil, true, "/dev without devices, no /sys, /proc without the system's files")
	for _, file := range []string{latencyRequest, idleDriver, governor} {
		if text, has := m.Files[file]; has {
			add(true, true, "%s", strings.TrimSpace(file+" "+text))
		} else if m.PlainKernel || m.Files != nil {
			add(true, true, "without %s", file)
		}
	}
	add(m.Cgroups, true, "with control groups")
	add(!m.Cgroups && (m.PlainKernel || m.Files != nil), true, "without control groups")
	return all
}

// smallTemp is the size of a small TMPDIR. The tests that build a program need most of it.
const smallTemp = 192 << 20

// describe returns the machine's conditions for a person. What cannot be had is marked.
func (m machine) describe(cannot string) []string {
	var all []string
	for _, c := range m.conditions() {
		if c.root && cannot != "" {
			c.what += " (NOT RUN)"
		}
		all = append(all, c.what)
	}
	return all
}

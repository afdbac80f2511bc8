package node

import (
	"cmp"
	"net"
	"os"
	"os/user"
	"runtime"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// osNatives are the Go functions of os.
func osNatives(h host.Host) lib.Natives {
	rt := h.VM()
	value := func(get func() any) func(vm.FunctionCall) vm.Value {
		return func(vm.FunctionCall) vm.Value { return toJS(rt, get()) }
	}
	return lib.Natives{
		"facts":     value(func() any { return osFacts() }),
		"hostname":  value(func() any { return orEmpty(os.Hostname()) }),
		"home":      value(func() any { return orEmpty(os.UserHomeDir()) }),
		"temporary": value(func() any { return strings.TrimRight(os.TempDir(), `/\`) }),
		"user": value(func() any {
			name, home := "", orEmpty(os.UserHomeDir())
			if u, err := user.Current(); err == nil {
				name, home = u.Username, u.HomeDir
			}
			return record{{"uid", os.Getuid()}, {"gid", os.Getgid()}, {"username", name}, {"homedir", home}, {"shell", vm.Null()}}
		}),
		"interfaces": value(func() any { return interfaces() }),
		// The following values come from Linux. On other systems they are zero.
		"memory": func(vm.FunctionCall) vm.Value {
			fields := map[string]float64{}
			for line := range strings.Lines(read("/proc/meminfo")) {
				if parts := strings.Fields(line); len(parts) > 1 {
					kB, _ := strconv.ParseFloat(parts[1], 64)
					fields[parts[0]] = kB * 1024
				}
			}
			return rt.NewArray(fields["MemTotal:"], fields["MemAvailable:"])
		},
		"load": func(vm.FunctionCall) vm.Value {
			load := [3]float64{}
			for i, field := range strings.Fields(read("/proc/loadavg")) {
				if i < len(load) {
					load[i], _ = strconv.ParseFloat(field, 64)
				}
			}
			return rt.NewArray(load[0], load[1], load[2])
		},
		"uptime": value(func() any {
			first, _, _ := strings.Cut(read("/proc/uptime"), " ")
			seconds, _ := strconv.ParseFloat(first, 64)
			return seconds
		}),
	}
}

func orEmpty(s string, err error) string {
	if err != nil {
		return ""
	}
	return s
}

func read(path string) string { b, err := os.ReadFile(path); return orEmpty(string(b), err) }

// Node's names of the system and of the processor.
var (
	Platform = named(runtime.GOOS, map[string]string{"windows": "win32"})
	Arch     = named(runtime.GOARCH, map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"})
)

// named returns another name for Go's, or the same if there is none.
func named(name string, others map[string]string) string { return cmp.Or(others[name], name) }

// osFacts are values that do not change while a process runs, with Node's names.
func osFacts() facts {
	kind, eol, null := "Linux", "\n", os.DevNull
	switch runtime.GOOS {
	case "windows":
		kind, eol, null = "Windows_NT", "\r\n", `\\.\nul`
	case "darwin":
		kind = "Darwin"
	case "freebsd":
		kind = "FreeBSD"
	}
	endianness := "LE"
	if runtime.GOARCH == "s390x" || runtime.GOARCH == "ppc64" || runtime.GOARCH == "mips" || runtime.GOARCH == "mips64" {
		endianness = "BE"
	}
	return facts{
		"arch": Arch, "machine": named(runtime.GOARCH, map[string]string{"amd64": "x86_64", "386": "i686", "arm64": "aarch64"}), "platform": Platform, "type": kind, "EOL": eol, "devNull": null, "endianness": endianness,
		"parallelism": runtime.GOMAXPROCS(0),
		"release":     strings.TrimSpace(read("/proc/sys/kernel/osrelease")),
		"version":     strings.TrimSpace(read("/proc/sys/kernel/version")),
		"signals":     signals,
		"errno":       errnos(),
	}
}

// signals are the numbers of os.constants.signals.
var signals = record{
	{"SIGHUP", 1}, {"SIGINT", 2}, {"SIGQUIT", 3}, {"SIGKILL", 9}, {"SIGUSR1", 10}, {"SIGUSR2", 12}, {"SIGPIPE", 13}, {"SIGALRM", 14}, {"SIGTERM", 15},
}

// errnos are the numbers of os.constants.errno.
func errnos() record {
	var all record
	for name, number := range lib.Errnos() {
		all = append(all, property{name, number})
	}
	return all
}

// interfaces returns the addresses of the machine by network interface.
func interfaces() record {
	var result record
	all, err := net.Interfaces()
	if err != nil {
		return result
	}
	for _, i := range all {
		addresses, err := i.Addrs()
		if err != nil || i.Flags&net.FlagUp == 0 {
			continue
		}
		var list []record
		for _, a := range addresses {
			network, ok := a.(*net.IPNet)
			if !ok {
				continue
			}
			family := "IPv6"
			if network.IP.To4() != nil {
				family = "IPv4"
			}
			mac := i.HardwareAddr.String()
			if mac == "" {
				mac = "00:00:00:00:00:00"
			}
			list = append(list, record{
				{"address", network.IP.String()}, {"netmask", net.IP(network.Mask).String()}, {"family", family}, {"mac", mac},
				{"internal", i.Flags&net.FlagLoopback != 0}, {"cidr", network.String()},
			})
		}
		if list != nil {
			result = append(result, property{i.Name, list})
		}
	}
	return result
}

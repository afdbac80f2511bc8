// Package quota reports how many processors' worth of time the process may use. In a container that
// can be less than its processors, and a spinning loop would use up the quota of its own producers.
package quota

import (
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Fresh is the largest age of a result of CPUs. Quotas change while a process runs, and reading
// them takes about ten system calls.
const Fresh = 5 * time.Second

// A reading is what was found and when, in ticks.
type reading struct {
	cpus float64
	at   int64
}

// last is the latest reading. A goroutine that finds it too old first swaps in a new date. Failure
// means that another goroutine is reading, and the old value is used.
var last atomic.Pointer[reading]

// CPUs returns the quota in processors, or +Inf if there is none or it cannot be read. It comes
// from Linux's control groups (v1 and v2) and is at most Fresh old if it is called that often. Any
// goroutine may call it.
func CPUs() float64 {
	now, r := native.Ticks(), last.Load()
	if r != nil && native.Duration(now-r.at) < Fresh && now >= r.at {
		return r.cpus
	}
	dated := &reading{math.Inf(1), now}
	if r != nil {
		dated.cpus = r.cpus
	}
	if last.CompareAndSwap(r, dated) {
		dated = &reading{read(os.DirFS("/")), now}
		last.Store(dated)
	}
	return dated.cpus
}

// read returns the smallest quota of the process's control groups and their parents, as far as the
// process can see them.
func read(root fs.FS) float64 {
	least := math.Inf(1)
	own := memberships(root)
	for _, m := range mounts(root) {
		group, is := own[m.v2]
		if !is {
			continue
		}
		// A container sees its own group at the mount point. If the group is not below
		// the mounted one, the mount point is the nearest group that can be read.
		below, inside := strings.CutPrefix(group, strings.TrimSuffix(m.root, "/"))
		if !inside || below != "" && below[0] != '/' {
			below = ""
		}
		for dir := path.Join(m.at, below); ; dir = path.Dir(dir) {
			least = min(least, m.quota(root, strings.TrimPrefix(dir, "/")))
			if dir == m.at || dir == "/" || dir == "." {
				break
			}
		}
	}
	return least
}

// memberships returns the process's group in the hierarchy of v2 (true), and in
// that of v1 which has the processors, from lines such as "0::/app" and
// "4:cpu,cpuacct:/app".
func memberships(root fs.FS) map[bool]string {
	own := map[bool]string{}
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 || !strings.HasPrefix(fields[2], "/") {
			continue
		}
		v2 := fields[0] == "0" && fields[1] == ""
		if v2 || listed(fields[1], "cpu") {
			own[v2] = path.Clean(fields[2])
			if strings.HasPrefix(fields[2], "/..") {
				own[v2] = "/" // outside of the namespace, which shows nothing of it
			}
		}
	}
	return own
}

// mount is a place where control groups that limit processors can be seen.
type mount struct {
	v2   bool
	root string // the group that is seen there
	at   string // the place
}

// mounts reads lines such as
// "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime shared:5 - cgroup none rw,cpu".
func mounts(root fs.FS) (found []mount) {
	text, _ := fs.ReadFile(root, "proc/self/mountinfo")
	for line := range strings.Lines(string(text)) {
		place, kind, both := strings.Cut(line, " - ")
		where, what := strings.Fields(place), strings.Fields(kind)
		if !both || len(where) < 5 || len(what) < 3 {
			continue
		}
		v2 := what[0] == "cgroup2"
		if v2 || what[0] == "cgroup" && listed(what[2], "cpu") {
			found = append(found, mount{v2, unescape(where[3]), path.Clean("/" + unescape(where[4]))})
		}
	}
	return found
}

// listed reports whether a list with commas has the word.
func listed(list, word string) bool { return slices.Contains(strings.Split(list, ","), word) }

// unescape decodes the octal escapes of mountinfo, such as \040 for a space.
func unescape(s string) string {
	var b strings.Builder
	for {
		before, after, escaped := strings.Cut(s, `\`)
		b.WriteString(before)
		if !escaped {
			return b.String()
		}
		if len(after) >= 3 {
			if code, err := strconv.ParseUint(after[:3], 8, 8); err == nil {
				b.WriteByte(byte(code))
				s = after[3:]
				continue
			}
		}
		b.WriteByte('\\')
		s = after
	}
}

// quota returns the quota of one group.
func (m mount) quota(root fs.FS, dir string) float64 {
	if m.v2 { // "max 100000" or "50000 100000"
		text, _ := fs.ReadFile(root, path.Join(dir, "cpu.max"))
		if fields := strings.Fields(string(text)); len(fields) == 2 {
			return ratio(fields[0], fields[1])
		}
		return math.Inf(1)
	}
	// In microseconds; -1 for none.
	quota, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_quota_us"))
	period, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_period_us"))
	return ratio(strings.TrimSpace(string(quota)), strings.TrimSpace(string(period)))
}

// ratio divides two whole numbers, and returns +Inf for what is no quota.
func ratio(quota, period string) float64 {
	q, err := strconv.ParseUint(quota, 10, 63)
	p, err2 := strconv.ParseUint(period, 10, 63)
	if err != nil || err2 != nil || q == 0 || p == 0 {
		return math.Inf(1)
	}
	return float64(q) / float64(p)
}

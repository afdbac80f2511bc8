package result

import "strings"

// This file owns names: those of contestants in older documents, their titles for readers, and that of
// the machine.

// renamed maps older names of contestants to their current names.
var renamed = map[string]string{"baseline": "goja_nodejs"}

// CurrentName returns the current name of a contestant. Unknown names are returned unchanged.
func CurrentName(name string) string {
	if now, ok := renamed[name]; ok {
		return now
	}
	return name
}

// titles are readable names. A contestant without a title is shown by its name.
var titles = map[string]string{
	"wakeful":            "wakeful, strategy Block (the default)",
	"wakeful-spin":       "wakeful, strategy Spin",
	"wakeful-adaptive":   "wakeful, strategy Adaptive",
	"wakeful-block":      "wakeful, strategy Block (the default)",
	"goja_nodejs":        "goja_nodejs, its event loop",
	"channel":            "a bare Go channel of 1,024 functions",
	"net":                "goroutines on package net",
	"netpoll":            "CloudWeGo netpoll",
	"gnet":               "gnet v2",
	"nbio":               "lesismal/nbio",
	"libuv":              "libuv, in C",
	"gws":                "lxzan/gws",
	"coder-websocket":    "coder/websocket",
	"main":               "founding design: mutex, swapped slice, channel or poller",
	"mainlockfree":       "founding design: compare-and-swap list, always polls",
	"alternateone":       "founding design One: safety first",
	"alternatetwo":       "founding design Two: arena, for few collections",
	"alternatethree":     "founding design Three: the middle way",
	"alternatethreeplus": "design Three with main's two ways of waking",
	"alternatetwoplus":   "the hybrid that the documents projected",
	"alternatetwomini":   "design Two, reduced",
	"control-channels":   "control: two goroutines, two channels",
	"control-flags":      "control: two goroutines, two flags",
	"control-poller":     "control: a bare poller",
	"control-pipes":      "control: goroutines on os.File",
}

// Title returns a contestant's name for readers who do not know it.
func (c Contestant) Title() string {
	if title, ok := titles[c.Name]; ok {
		return title
	}
	return c.Name
}

// Processor returns the short name of the processor, without marks and words that each one has. It is
// empty if the processor is unknown.
func (e Environment) Processor() string {
	return strings.Join(strings.Fields(strings.NewReplacer("(R)", "", "(TM)", "", "Processor", "", "CPU", "").Replace(e.CPU)), " ")
}

// modernize replaces the names of an older document's contestants by their current names, unless
// the document has both.
func (d *Document) modernize() {
	for then, now := range renamed {
		old := -1
		for i, c := range d.Contestants {
			if c.Name == now {
				old = -1
				break
			}
			if c.Name == then {
				old = i
			}
		}
		if old < 0 {
			continue
		}
		d.Contestants[old].Name = now
		for i := range d.Cells {
			if d.Cells[i].Contestant == then {
				d.Cells[i].Contestant = now
			}
		}
		for i, w := range d.Warnings {
			d.Warnings[i] = strings.ReplaceAll(w, "impl="+then+"/", "impl="+now+"/")
		}
	}
}

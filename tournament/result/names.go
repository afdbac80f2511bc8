package result

import "strings"

// This file owns names for readers: the titles of contestants, and the name of the machine.

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

//go:build !linux

package latency

// NewGroup returns no group, because only Linux has control groups.
func NewGroup() Group {
	return Group{Missing: "no control group could be made here: control groups are Linux's"}
}

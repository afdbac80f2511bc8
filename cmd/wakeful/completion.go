package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns what a shell offers for the flags that name contestants, workloads and
// lanes. Cobra writes the shells' scripts: wakeful completion bash.

// completeOnly offers contestants and workloads for the last pattern of a list, and the
// workloads after a contestant and a slash.
func completeOnly(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before, last := "", typed
	if comma := strings.LastIndex(typed, ","); comma >= 0 {
		before, last = typed[:comma+1], typed[comma+1:]
	}
	if contestant, _, both := strings.Cut(last, "/"); both {
		before += contestant + "/"
	}
	var offered []cobra.Completion
	offer := func(name, summary string) {
		if strings.HasPrefix(before+name, typed) {
			offered = append(offered, cobra.CompletionWithDesc(before+name, summary))
		}
	}
	if !strings.Contains(last, "/") {
		for _, e := range lineup.All() {
			offer(e.Name, e.Summary)
		}
	}
	for _, w := range workloads.All() {
		offer(w.Name, w.Summary)
	}
	return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeLane offers the lanes of this program, and those of Rust that the founding
// document had. The others are known only once they are built.
func completeLane(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	var names []string
	for _, l := range latency.Lanes() {
		names = append(names, l.Name)
		if strings.HasPrefix(l.Name, typed) {
			offered = append(offered, cobra.CompletionWithDesc(l.Name, l.Summary))
		}
	}
	for _, name := range latency.Founding() {
		if strings.HasPrefix(name, typed) && !slices.Contains(names, name) {
			offered = append(offered, name)
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// completeFlag has a flag completed by a function.
func completeFlag(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, by); err != nil {
		panic(err) // there is no such flag: a mistake in this program, which every test finds
	}
}

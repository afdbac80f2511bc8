// Package streamhttp serves HTTP on loops.
package streamhttp

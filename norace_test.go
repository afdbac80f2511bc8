//go:build !race

package wakeful_test

const underRace = false

// Package packages runs small programs with popular npm packages, under Node and under this
// runtime, and compares what they print. testdata has the programs and the lock file of the
// packages, which npm installs into a temporary folder. The tests are part of `make nightly`.
package packages

// Package nodetests runs Node's own tests. They are not in this repository: apt-get brings Debian's
// source package of nodejs, version 20. testdata/pass.txt lists the files of test/parallel that pass
// here. A test fails if one of them does not pass, so the list may only grow. The test is part of
// `make nightly`.
package nodetests

# The project's verbs. `make help` lists them from the comments that begin with
# two hashes. What runs under `test`, `race`, `model` and `cross` is written down
# in internal/project/suite/steps.go.

# Windows looks for a bash.exe in its own directory first, and that one starts a
# Linux; the sh.exe that comes with Git is bash.
ifeq ($(OS),Windows_NT)
SHELL := sh.exe
else
SHELL := bash
endif
# Not known to the make of macOS, 3.81: a recipe that relies on one of these flags
# says so itself.
.SHELLFLAGS := -euo pipefail -c

# Built from source by the go command, so that its version is pinned here alone.
GOLANGCI_LINT := v2.15.0

SUITE := go run ./internal/project/suite
EXE := $(shell go env GOEXE)
WAKEFUL := bin/wakeful$(EXE)
LINTER := bin/golangci-lint-$(GOLANGCI_LINT)$(EXE)
STAMP := $(shell date -u +%Y%m%d-%H%M%S)
MODULES = $(subst \,/,$(shell go list -m -f '{{.Dir}}'))

.DEFAULT_GOAL := help
.PHONY: help test race model differential bench bench-check lint tournament report build cross

## help: this list
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST) | awk -F ': ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

## test: all checks that end by themselves; says last what could not be run here, and why
test:
	@$(SUITE) test

## race: every module's tests under the race detector, with GOMAXPROCS 1, 2 and 8
race:
	@$(SUITE) race

## model: the protocol models at their full size (needs spin and a C compiler; takes minutes)
model:
	@$(SUITE) model

## differential: ten thousand random JavaScript programs, whose traces must equal Node's (minutes)
differential:
	cd js && WAKEFUL_DIFFERENTIAL=10000 go test -count=1 -timeout=0 -v -run=TestAgainstNode ./internal/differential

## bench: the library's benchmarks, ten samples each, into results/ in benchstat's format
bench:
	@mkdir -p results
	set -o pipefail; go test -run='^$$' -bench=. -benchmem -count=10 -timeout=0 ./... | tee results/bench-$(STAMP).txt

## bench-check: measure the promised ratios; fails when one is not kept
bench-check: build
	$(WAKEFUL) check

## lint: the linters of .golangci.yml, in a pinned version, and tidy go.mod files
lint: $(LINTER)
	$(LINTER) run $(addsuffix /...,$(MODULES))
	@for dir in $(MODULES); do (cd $$dir && go mod tidy -diff) || exit; done

## tournament: every contestant on this machine in about two minutes, with a report in results/
tournament: build
	@mkdir -p results
	$(WAKEFUL) tournament --quick --json results/tournament-$(STAMP).json --html results/tournament-$(STAMP).html

## report: write the HTML report of the newest tournament in results/ again
report: build
	@newest=$$(ls -t results/tournament-*.json 2>/dev/null | head -n 1) || true; \
	if [ -z "$$newest" ]; then echo "results/ has no tournament yet: run make tournament" >&2; exit 1; fi; \
	set -x; $(WAKEFUL) report "$$newest" --html "$${newest%.json}.html"

## build: the command, as bin/wakeful (bin/wakeful.exe on Windows)
build:
	go build -o $(WAKEFUL) ./cmd/wakeful

## cross: build and vet every module for every platform that the project promises
cross:
	@$(SUITE) cross

$(LINTER):
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT)
	@mv bin/golangci-lint$(EXE) $@

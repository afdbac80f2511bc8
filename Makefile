# The project's verbs. `make help` lists them from the comments that begin with
# two hashes. What runs under `test`, `check` and `nightly` is written down in
# internal/project/tiers/steps.go.

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

# A go command that is older than go.work asks for downloads the newer one, unless its go.env has
# GOTOOLCHAIN=local, as in container images. The environment overrides go.env. If GOTOOLCHAIN is set
# there already, it stays.
ifeq ($(GOTOOLCHAIN),)
ifneq ($(shell go list -m >/dev/null 2>&1 || echo refused),)
export GOTOOLCHAIN := auto
endif
endif
# For $(shell), which before make 4.4 does not get exported variables.
GO := $(if $(GOTOOLCHAIN),GOTOOLCHAIN=$(GOTOOLCHAIN)) go

# Built from source by the go command, so that their versions are pinned here alone.
GOLANGCI_LINT := v2.15.0
GOTESTSUM := v1.13.0

EXE := $(shell $(GO) env GOEXE)
WAKEFUL := bin/wakeful$(EXE)
LINTER := bin/golangci-lint-$(GOLANGCI_LINT)$(EXE)
TESTSUM := bin/gotestsum-$(GOTESTSUM)$(EXE)
TIERS := go run ./internal/project/tiers -gotestsum $(CURDIR)/$(TESTSUM)
# The run that make findings reads.
RESULTS := docs/results/intel-xeon-processor-2-cores-2026-11-27.json.gz
STAMP := $(shell date -u +%Y%m%d-%H%M%S)
MODULES = $(subst \,/,$(shell $(GO) list -m -f '{{.Dir}}'))

.DEFAULT_GOAL := help
.PHONY: help test check nightly test262 race model differential bench bench-check lint api tournament report results findings build cross

## help: this list
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST) | awk -F ': ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

## test: before a push; vet, the modules' tests, the library under the race detector (six minutes)
test: $(TESTSUM)
	@$(TIERS) test

## check: before a merge; lint, build tags, 32 bits, the race detector, Rust, small models (25 minutes)
check: $(TESTSUM)
	@$(TIERS) check

## nightly: everything at full size; races, models, loom, 10,000 random programs, cross builds (hours)
nightly: $(TESTSUM)
	@$(TIERS) nightly

## test262: on a schedule, the tests of ECMAScript in module sandbox; clones them into results/test262
test262:
	@mkdir -p results
	@[ -d results/test262 ] || git clone --quiet https://github.com/tc39/test262 results/test262
	git -C results/test262 checkout --quiet be13516fb6441b950ba8a3df97eb34062c186972
	WAKEFUL_TEST262="$(CURDIR)/results/test262" go test ./sandbox/internal/test262 -count=1 -timeout 60m

## race: of nightly, every module's tests under the race detector, with GOMAXPROCS 1, 2 and 8
race: $(TESTSUM)
	@$(TIERS) nightly 'race detector'

## model: of nightly, the protocol models at full size (needs spin and a C compiler)
model: $(TESTSUM)
	@$(TIERS) nightly 'protocol models'

## differential: of nightly, ten thousand random JavaScript programs, whose traces must equal Node's
differential: $(TESTSUM)
	@$(TIERS) nightly 'random JavaScript programs'

## bench: the library's benchmarks, ten samples each, into results/ in benchstat's format
bench:
	@mkdir -p results
	set -o pipefail; go test -run='^$$' -bench=. -benchmem -count=10 -timeout=0 ./... | tee results/bench-$(STAMP).txt

## bench-check: measure the promised ratios, also those of JavaScript; fails when one is broken
bench-check: build
	failed=0; $(WAKEFUL) check || failed=1; go run ./js/benchmarks -check || failed=1; exit $$failed

## lint: the linters of .golangci.yml, in a pinned version, and tidy go.mod files
lint: $(LINTER)
	$(LINTER) run $(addsuffix /...,$(MODULES))
	cd examples/hooks && GOWORK=off $(CURDIR)/$(LINTER) run ./...
	@for dir in $(MODULES); do (cd $$dir && go mod tidy -diff) || exit; done
	@cd examples/hooks && GOWORK=off go mod tidy -diff

## api: list what each module exports again, in its api.txt; make test compares
api:
	go test ./internal/project/api -run='^TestAPI$$' -count=1 -update

## tournament: every contestant on this machine in about two minutes, with a report in results/
tournament: build
	@mkdir -p results
	$(WAKEFUL) tournament --quick --json results/tournament-$(STAMP).json

## report: write the HTML report of the newest tournament in results/ again
report: build
	@newest=$$(ls -t results/tournament-*.json 2>/dev/null | head -n 1) || true; \
	if [ -z "$$newest" ]; then echo "results/ has no tournament yet: run make tournament" >&2; exit 1; fi; \
	set -x; $(WAKEFUL) report "$$newest" --html "$${newest%.json}.html"

## results: check the runs in docs/results, and write their pages into results/pages
results: build
	@mkdir -p results/pages
	$(WAKEFUL) report docs/results/*.json.gz --check --html results/pages/index.html
	@for run in docs/results/*.json.gz; do \
		page=results/pages/$$(basename "$$run" .json.gz).html; \
		(set -x; $(WAKEFUL) report "$$run" --html "$$page") >/dev/null || exit 1; \
	done

## findings: write the pages of docs of the runs in docs/results; the charts are of RESULTS, make findings RESULTS=docs/results/...
findings: build
	@mkdir -p results
	cd cmd && go test ./wakeful -count=1 -run 'TestTheSummary|TestTheMachines|TestThePageAboutStrategies' -update
	$(WAKEFUL) findings "$(RESULTS)" --charts docs/claims
	$(WAKEFUL) report "$(RESULTS)" --picture docs/tournament > results/findings.txt
	cd cmd && go test ./wakeful -count=1 -run 'TestThePage|TestTheSummary|TestTheMachines|TestTheCharts|TestThePictures|TestPagesOfFindings'

# A document names the commit of the program, also where GOFLAGS has -buildvcs=false.
## build: the command, as bin/wakeful (bin/wakeful.exe on Windows)
build:
	go build -buildvcs=auto -o $(WAKEFUL) ./cmd/wakeful

## cross: of nightly, build and vet every module for every platform that the project promises
cross: $(TESTSUM)
	@$(TIERS) nightly '^(build|vet) for '

# The tools are built with the Go of go.work: a linter that is built with an older one refuses to
# read newer sources. `go install` would choose the Go that the tool asks for. The go command in
# GOROOT is that of go.work. If there is none, go list says why.
$(LINTER) $(TESTSUM): go.work

$(LINTER):
	@go list -m >/dev/null
	GOBIN=$(CURDIR)/bin "$$(go env GOROOT)/bin/go" install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT)
	@mv bin/golangci-lint$(EXE) $@

$(TESTSUM):
	@go list -m >/dev/null
	GOBIN=$(CURDIR)/bin "$$(go env GOROOT)/bin/go" install gotest.tools/gotestsum@$(GOTESTSUM)
	@mv bin/gotestsum$(EXE) $@

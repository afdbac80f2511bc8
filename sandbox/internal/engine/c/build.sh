#!/usr/bin/env bash
# Builds the engine, QuickJS-ng as WebAssembly, as ../engine.wasm. Needs Go, pip, and the clang of
# compiler.txt with lld, wasi-libc and libclang-rt-dev-wasm32 of the same Debian: then the bytes are
# always the same. With -check it compares them with those of ../engine.wasm instead.
#
# SOURCES names a folder with the sources of QuickJS-ng; without it, pip downloads them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=${SOURCES:-}
if [ -z "$sources" ]; then
	python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: --require-hashes -r requirements.txt -d "$work"
	tar -xzf "$work"/quickjs_ng-*.tar.gz -C "$work"
	sources=$(echo "$work"/quickjs_ng-*/upstream-quickjs)
fi

# These files need the structures of quickjs.c and libregexp.c.
cp -r "$sources" "$work/sources"
sources=$work/sources
cat internals.c json.c >>"$sources/quickjs.c"
cat search.c >>"$sources/libregexp.c"

# Regular expressions are searched for by search.c.
grep -q '^    ret = lre_exec_backtrack(s, capture, bc_buf + RE_HEADER_LEN, cptr);$' "$sources/libregexp.c"
sed -i 's/^    ret = lre_exec_backtrack(/    ret = search(/
	/^int lre_exec(/i static intptr_t search(REExecContext *s, uint8_t **capture, const uint8_t *pc, const uint8_t *at);' "$sources/libregexp.c"

# The interpreter asks the host after so many calls and backward jumps. Each may allocate, and so take
# a hundred times as long as an iteration of a loop of the engine.
grep -q '^#define JS_INTERRUPT_COUNTER_INIT 10000$' "$sources/quickjs.c"
sed -i 's/^#define JS_INTERRUPT_COUNTER_INIT .*/#define JS_INTERRUPT_COUNTER_INIT 1000/' "$sources/quickjs.c"

flags=(--target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -O2 -flto -DNDEBUG -D_GNU_SOURCE
	-D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_SIGNAL -DQUICKJS_NG_BUILD -I"$sources" -I"$PWD" -Wall
	-msign-ext -mnontrapping-fptoint -mbulk-memory)
objects=()
compile() { # name source flags...
	clang "${flags[@]}" "${@:3}" -c "$2" -o "$work/$1.o"
	objects+=("$work/$1.o")
}
# The paths of sources must not reach the result: assertions are off, and nothing is debugged.
for name in quickjs libregexp libunicode dtoa; do
	compile "$name" "$sources/$name.c" -w &
	objects+=("$work/$name.o")
done
wait
for name in engine codec helpers natives modules check; do
	compile "$name" "$name.c"
done
# The stack comes first in memory: an overflow is an access below zero, which traps.
# Without -O2, clang does not run wasm-opt, which may be installed.
clang "${flags[@]/-O2}" -mexec-model=reactor "${objects[@]}" -o "$work/linked.wasm" -L/usr/lib/wasm32-wasi \
	-lwasi-emulated-process-clocks -lwasi-emulated-signal -lm \
	-Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--strip-debug -Wl,--lto-O2
go run ../checks -unchecked unchecked.txt "$work/linked.wasm" "$work/engine.wasm"
if [ "${1:-}" = -check ]; then
	cmp "$work/engine.wasm" ../engine.wasm || {
		echo "engine.wasm is not what its sources give: run sandbox/internal/engine/c/build.sh and commit the file" >&2
		exit 1
	}
else
	mv "$work/engine.wasm" ../engine.wasm
	clang --version | head -n 1 >compiler.txt
fi

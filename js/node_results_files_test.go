package js_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestResultsOfFiles: expressions about files and modules that have the result that they have in Node.
func TestResultsOfFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"node_modules/dep/index.js": "module.exports = 'outer'", "inner/node_modules/dep/index.js": "module.exports = 'inner'", "file": "text",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := start(t, js.WithFullAccess(), js.WithDir(dir))
	const prelude = `const fs = require('fs'), path = require('path');
		const code = (f) => { try { return f() } catch (e) { return e.code } };
		`
	all := map[string]string{
		`path.relative('.', require.resolve('dep')) + ' ' + path.relative('.', require.resolve('dep', { paths: ['inner'] }))`: "node_modules/dep/index.js inner/node_modules/dep/index.js",

		`[code(() => require.resolve('dep', { paths: [] })), code(() => require.resolve('dep', { paths: ['/', './inner'] }) !== ''), code(() => require.resolve(1))].join()`: "MODULE_NOT_FOUND,true,ERR_INVALID_ARG_TYPE",

		`[require.resolve.paths('fs'), require.resolve.paths('./x')[0] === process.cwd(), require.resolve.paths('x')[0] === path.resolve('node_modules')] + ''`:         ",true,true",
		`const mine = {}; require.cache.os = { exports: mine }; const same = [require('os') === mine, require('node:os') === mine]; delete require.cache.os; same + ''`: "true,false",

		`const { writeFile, appendFile, readFile } = fs.promises; async function* pieces() { yield 'a'; yield Buffer.from('b') }
		(async () => { await writeFile('new', ['x', 'y']); await appendFile('new', pieces()); await appendFile('new', 'z', { flag: null });
			return await readFile('new', 'utf8') + ' ' + await writeFile('new', [1]).catch((e) => e.code) })()`: "xyabz ERR_INVALID_ARG_TYPE",

		`(async () => { const h = await fs.promises.open('other', 'w+'); await h.writeFile(['a', 'b']); const r = await h.read({ buffer: Buffer.alloc(2), length: null, position: 0 }); await h.close(); return r.bytesRead + r.buffer.toString() })()`: "2ab",
	}
	if runtime.GOOS == "linux" {
		all[`fs.symlinkSync('file', 'link'); const before = fs.statSync('file').mtimeMs; fs.lutimesSync('link', 1, 2); [fs.lstatSync('link').mtimeMs, fs.statSync('file').mtimeMs === before] + ''`] = "2000,true"
		all[`fs.symlinkSync('one', 'two'); fs.symlinkSync('two', 'one'); code(() => fs.realpathSync('one')) + code(() => fs.mkdirSync('file', { recursive: true })) + code(() => fs.readFileSync(new URL('file:///a%00b')))`] = "ELOOPEEXISTERR_INVALID_ARG_VALUE"
		all[`const s = fs.statfsSync('.'), b = fs.statfsSync('.', { bigint: true }); [Object.keys(s), s.blocks > 0, typeof b.bfree] + ''`] = "type,bsize,blocks,bfree,bavail,files,ffree,true,bigint"
	}
	for source, want := range all {
		got, err := r.Eval(t.Context(), "{"+prelude+source+"}")
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if fmt.Sprint(got) != want {
			t.Errorf("%s is %v, want %s", source, got, want)
		}
	}
}

// TestNamesOfFunctions: functions of Go have the names that programs use for them.
func TestNamesOfFunctions(t *testing.T) {
	r := start(t, js.WithFullAccess())
	got, err := r.Eval(t.Context(), `[setTimeout, queueMicrotask, process.nextTick, process.on, process.hrtime, process.memoryUsage.rss, process.getuid, require, require.resolve, setImmediate(() => {}).unref].map((f) => f.name) + ''`)
	if want := "setTimeout,queueMicrotask,nextTick,on,hrtime,rss,getuid,require,resolve,unref"; err != nil || got != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
}

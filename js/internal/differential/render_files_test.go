package differential

// This file renders statements that use files as JavaScript.

import (
	"fmt"
	"strings"
)

// fileOperations are functions of fs, and of fs/promises if they exist there, with their arguments.
// They differ in their number of steps and in whether they fail.
var fileOperations = []struct{ name, args string }{
	{"stat", "DIR + '/text'"},
	{"access", "DIR + '/text'"},
	{"readFile", "DIR + '/text', 'utf8'"},
	{"readFile", "DIR + '/empty'"},
	{"readdir", "DIR + '/folder'"},
	{"readFile", "DIR + '/none'"},
	{"writeFile", "DIR + '/new', 'data'"},
	{"appendFile", "DIR + '/text', 'more'"},
	{"truncate", "DIR + '/text', 2"},
	{"mkdir", "DIR + '/made/for/me', { recursive: true }"},
	{"rm", "DIR + '/folder', { recursive: true, force: true }"},
	{"writeFile", "DIR + '/empty', ''"},
	{"lstat", "DIR + '/link'"},
	{"rm", "DIR + '/none', { force: true }"},
	{"readFile", "DIR + '/folder'"},
	{"rename", "DIR + '/new', DIR + '/renamed'"},
	{"copyFile", "DIR + '/text', DIR + '/new'"},
	{"unlink", "DIR + '/text'"},
	{"rmdir", "DIR + '/folder'"},
	{"readlink", "DIR + '/link'"},
	{"mkdir", "DIR + '/folder', { recursive: true }"},
	{"chmod", "DIR + '/text', 0o600"},
	{"rm", "DIR + '/text'"},
	{"mkdir", "DIR + '/made'"},
}

// fileCall returns the operation of a statement.
func (s statement) fileCall() (name, args string) {
	op := fileOperations[(s.a+12*(s.b/3))%len(fileOperations)]
	return op.name, op.args
}

func (r *renderer) files(s statement) bool {
	name, args := s.fileCall()
	switch s.kind {
	case "file":
		r.needFiles()
		r.block(fmt.Sprintf("fs.%s(%s, (e, v) => {", name, args), "e, brief(v)", s.body(0), "});")
	case "fileLook":
		r.needFiles()
		r.block(fmt.Sprintf("fs.%s, (e, v) => {", []string{"exists(DIR + '/text'", "exists(DIR + '/none'", "realpath(DIR + '/text'", "readdir(DIR, { withFileTypes: true }"}[s.c]),
			[]string{"e", "e", "e, brief(v)", "e, v?.length"}[s.c], s.body(0), "});")
	case "filePromise":
		r.needFiles()
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = fs.promises.%s(%s).then((v) => {", p, name, args), "brief(v)", s.body(0), "});")
		if s.c > 1 {
			r.line("P[%d].catch((e) => { L(%d, e); });", p, r.next())
		}
	case "awaitFile":
		r.needFiles()
		r.line("L(%d, brief(await fs.promises.%s(%s)));", r.next(), name, args)
	case "openFile":
		r.needFiles()
		r.block(fmt.Sprintf("fs.open(DIR + '/%s', '%s', (e, fd) => {", []string{"text", "none", "empty"}[s.a%3], []string{"r", "r+"}[s.b%2]), "e", s.body(0), "")
		r.line("\tif (e) return;")
		r.line("\tfs.read(fd, Buffer.alloc(4), 0, %d, %s, (e, n) => { L(%d, e, n);", s.c+1, []string{"null", "1"}[s.b%2], r.next())
		r.line("\t\tfs.fstat(fd, (e, v) => { L(%d, e, brief(v)); });", r.next())
		r.line("\t\tfs.close(fd, (e) => { L(%d, e); }); }); });", r.next())
	case "fileHandle":
		r.needFiles()
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = (async () => { const h = await fs.promises.open(DIR + '/%s', 'r+');", p, []string{"text", "none", "empty"}[s.a%3]), "", s.body(0), "")
		r.line("\ttry { L(%d, %s); } finally { await h.close(); L(%d); } })();", r.next(),
			[]string{"(await h.read(Buffer.alloc(4), 0, 4, 0)).bytesRead", "brief(await h.stat())", "brief(await h.readFile())", "(await h.write('xyz')).bytesWritten, await h.sync()"}[s.c], r.next())
	default:
		return r.filesSync(s) || r.fileStreams(s)
	}
	return true
}

// filesSync renders operations that return or throw at once, and arguments that are refused at once.
// The former have files of their own: whether an operation that was started before has taken
// place is up to Node's threads.
func (r *renderer) filesSync(s statement) bool {
	name, args := s.fileCall()
	if s.kind != "fileWrong" {
		args = strings.ReplaceAll(args, "DIR + '", "DIR + '/own")
	}
	switch s.kind {
	case "fileSync":
		r.needFiles()
		r.line("L(%d, brief(fs.%sSync(%s)));", r.next(), name, args)
	case "tryFileSync":
		r.needFiles()
		r.line("try { L(%d, brief(fs.%sSync(%s))); } catch (e) {", r.next(), name, args)
		r.indent++
		r.line("L(%d, e);", r.next())
		r.body(s.body(0))
		r.indent--
		r.line("}")
	case "fileWrong":
		r.needFiles()
		switch s.c {
		case 0:
			r.block(fmt.Sprintf("fs.%s({ a: %d }, (e) => {", name, s.a), "e", s.body(0), "});")
		case 1:
			r.block(fmt.Sprintf("P[%d] = fs.promises.%s(null).catch((e) => {", take(&r.promises), name), "e", s.body(0), "});")
		case 2:
			if name == "rm" { // Node does not check its callback, and calls it later
				name = "access"
			}
			r.line("fs.%s(%s);", name, args) // without a callback
		default:
			r.block("try { fs.readFile(DIR + '/text', 'no such encoding', () => {});", "", nil, "} catch (e) {")
			r.indent++
			r.line("L(%d, e);", r.next())
			r.body(s.body(0))
			r.indent--
			r.line("}")
		}
	default:
		return false
	}
	return true
}

// fileStreams renders streams of files, folders that are read step by step, and vectors. It leaves
// out asynchronous iteration of streams and folders, which is an async generator in Node (see
// featureNames), and the order of a folder's entries, which depends on the file system.
func (r *renderer) fileStreams(s statement) bool {
	file := []string{"text", "none", "empty"}[s.a%3]
	events := func(v string, names ...string) {
		for _, name := range names {
			r.line("%s.on('%s', (e) => { L(%d, '%s', typeof e === 'number' ? 'fd' : brief(e)); });", v, name, r.next(), name)
		}
	}
	switch s.kind {
	case "readStream":
		r.needFiles()
		r.line("{ const s = fs.createReadStream(DIR + '/%s', { highWaterMark: %d });", file, 2+s.b)
		switch s.c {
		case 0:
			events("s", "open", "ready", "error", "close", "end")
			r.block("s.on('data', (v) => {", "brief(v)", s.body(0), "});")
		case 1:
			events("s", "error", "close", "end")
			r.block("s.on('readable', () => {", "brief(s.read())", s.body(0), "});")
		default:
			events("s", "error", "close", "end")
			r.block("s.resume(); setImmediate(() => {", "", s.body(0), "s.destroy(E(8)); });")
		}
		r.line("}")
	case "writeStream":
		r.needFiles()
		r.line("{ const s = fs.createWriteStream(DIR + '/%s', { highWaterMark: %d });", []string{"new", "text", "folder"}[s.a%3], 2+s.b)
		events("s", "open", "ready", "error", "close", "finish", "drain")
		r.block("L(s.write('abc', (e) => {", "e", s.body(0), "}));")
		switch s.c {
		case 0:
			r.line("s.end('de', (e) => { L(%d, e); });", r.next())
		case 1:
			r.line("s.end();")
		case 2:
			r.line("setTimeout(() => { L(%d, s.write('fg')); s.end(); }, %d);", r.next(), s.b)
		default:
			r.line("setImmediate(() => { s.destroy(E(9)); });")
		}
		r.line("}")
	case "fileFolder":
		r.needFiles()
		switch s.c {
		case 0:
			r.block(fmt.Sprintf("P[%d] = fs.promises.opendir(DIR + '/folder').then(async (d) => { L(%d, (await d.read())?.name);", take(&r.promises), r.next()), "await d.read()", s.body(0), "await d.close(); });")
		case 1:
			r.line("fs.opendir(DIR + '/%s', (e, d) => { L(%d, e); if (e) return;", []string{"folder", "none"}[s.a%2], r.next())
			// The callback does not throw. Node then calls it again, with the exception.
			r.block("d.read((e, v) => { try {", "e, v?.name", s.body(0), "} catch (e) { L('caught', e); } d.close((e) => { L(-1, e); }); }); });")
		default:
			r.block("fs.mkdtemp(DIR + '/temporary-', (e, v) => {", "e, typeof v", s.body(0), "});")
		}
	case "fileVector":
		r.needFiles()
		r.line("fs.open(DIR + '/%s', 'r+', (e, fd) => { L(%d, e); if (e) return;", file, r.next())
		switch s.c {
		case 0:
			r.block("fs.readv(fd, [Buffer.alloc(2), Buffer.alloc(3)], 0, (e, n) => {", "e, n", s.body(0), "});")
		case 1:
			r.block("fs.writev(fd, [Buffer.from('ab'), Buffer.from('cde')], (e, n) => {", "e, n", s.body(0), "});")
		case 2:
			r.block("fs.write(fd, 'text', (e, n) => {", "e, n", s.body(0), "});")
		default:
			r.block("fs.ftruncate(fd, 1, (e) => {", "e", s.body(0), "fs.fsync(fd, (e) => { L(-2, e); }); });")
		}
		r.line("setTimeout(() => fs.closeSync(fd), 50); });")
	default:
		return false
	}
	return true
}

// needFiles records that the program needs a folder with files.
func (r *renderer) needFiles() { r.usesFiles = true }

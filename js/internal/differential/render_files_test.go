package differential

// This file renders statements that use files as JavaScript.

import "fmt"

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
		return false
	}
	return true
}

// needFiles records that the program needs a folder with files.
func (r *renderer) needFiles() { r.usesFiles = true }

package report_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
)

func TestChartLibraryHasTheRecordedChecksum(t *testing.T) {
	record, err := os.Open("assets/echarts.sha256")
	if err != nil {
		t.Fatal(err)
	}
	defer record.Close()
	lines := bufio.NewScanner(record)
	if !lines.Scan() || lines.Text() != "Apache ECharts 6.1.0" {
		t.Fatalf("the record begins with %q, want the library and its version", lines.Text())
	}
	var files []string
	for lines.Scan() {
		want, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			t.Fatalf("not a checksum: %q", lines.Text())
		}
		files = append(files, name)
		content, err := os.ReadFile(filepath.Join("assets", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not the file that was recorded; build it with assets/echarts/build.sh", name)
		}
	}
	for _, name := range []string{"echarts.min.js", "licenses/echarts-LICENSE.txt", "licenses/echarts-NOTICE.txt", "licenses/zrender-LICENSE.txt", "licenses/d3-LICENSE.txt", "licenses/tslib-LICENSE.txt"} {
		if !slices.Contains(files, name) {
			t.Errorf("%s is not recorded", name)
		}
	}
}

func TestChartLibraryFitsInsideAPage(t *testing.T) {
	library, err := os.ReadFile("assets/echarts.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.ToLower(string(library)), "</script") || strings.Contains(string(library), "<!--") {
		t.Error("the library contains what ends a script element")
	}
	// XML namespace names are not addresses, so nothing is fetched from them.
	for _, address := range regexp.MustCompile(`https?://[^\s"'`+"`"+`)]+`).FindAllString(string(library), -1) {
		if !strings.HasPrefix(address, "http://www.w3.org/") {
			t.Errorf("the library knows the address %s", address)
		}
	}
	if !strings.Contains(string(library[:500]), "Apache License, Version 2.0") {
		t.Error("the library does not begin with its licence")
	}
}

// The page's scripts insert texts of the document only with textContent.
func TestScriptsDoNotWriteMarkup(t *testing.T) {
	names, err := fs.Glob(report.Assets, "assets/js/*.js")
	if err != nil || len(names) != len(report.ScriptFiles)+1 { // the page of machines has one
		t.Fatalf("the pages have the scripts %v, and %d of one run (%v)", names, len(report.ScriptFiles), err)
	}
	markup := 0
	for _, name := range names {
		text, err := fs.ReadFile(report.Assets, name)
		if err != nil {
			t.Fatal(err)
		}
		markup += strings.Count(string(text), "innerHTML")
		for _, banned := range []string{"outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", "import("} {
			if strings.Contains(string(text), banned) {
				t.Errorf("%s uses %s", name, banned)
			}
		}
	}
	if markup != 1 {
		t.Errorf("innerHTML is used %d times, want once: the legend's marks, made of constants", markup)
	}
}

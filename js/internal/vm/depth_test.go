package vm_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// nested are the ways in which source can be nested: what is repeated before the middle, the
// middle, and what is repeated after it.
var nested = map[string][3]string{
	"parentheses": {"(", "1", ")"}, "arrays": {"[", "1", "]"}, "blocks": {"{", "", "}"}, "objects": {"({a:", "1", "})"},
	"calls": {"a(", "", ")"}, "templates": {"`${", "1", "}`"}, "functions": {"function f(){", "", "}"}, "classes": {"(class{a=", "1", "})"},
	"not": {"!", "1", ""}, "minus": {"- ", "1", ""}, "typeof": {"typeof ", "1", ""}, "new": {"new ", "a", ""}, "new in lines": {"new\n", "a", ""},
	"arrows": {"a=>", "1", ""}, "assignments": {"a=", "1", ""}, "assignments in lines": {"a\n=\n", "1", ""}, "conditions": {"1?1:", "1", ""},
	"sums": {"1+", "1", ""}, "sums in lines": {"1+\n", "1", ""}, "powers": {"1**", "1", ""}, "members": {"", "a", ".a"}, "chains of calls": {"", "a", "()"},
	"if": {"if(1)", ";", ""}, "if in lines": {"if(1)\n", ";", ""}, "else": {"if(1);else ", ";", ""}, "else after blocks": {"if(1){}else\n", ";", ""},
	"labels": {"x:", ";", ""}, "do": {"do ", ";", " while(0)"}, "for": {"for(;;)", ";", ""}, "a string with brackets": {"(')'+", "1", ")"},
	"a comment with brackets": {"(/*)*/", "1", ")"}, "a regular expression with brackets": {"(/)/,", "1", ")"}, "a template with brackets": {"(`)${1})`+", "1", ")"},
}

// TestCheckDepth: source that is nested 200,000 times is an error, and does not end the process.
// Source that is nested as Node allows it can be parsed.
func TestCheckDepth(t *testing.T) {
	for name, parts := range nested {
		source := func(n int) string { return strings.Repeat(parts[0], n) + parts[1] + strings.Repeat(parts[2], n) }
		if _, err := vm.Compile("deep.js", source(200_000), false); err == nil || !strings.Contains(err.Error(), "deep") {
			t.Errorf("%s: got %.200v, want that it is nested too deep", name, err)
		}
		if err := vm.CheckDepth("deep.js", source(5_000)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCheckDepthOfLongSource: long source that is not nested is no error.
func TestCheckDepthOfLongSource(t *testing.T) {
	for _, line := range []string{
		"a = b + c * d\n", "if (a) b(); else c();\n", "const f = (x) => { return x.map((y) => -y) }\n", "x = a ? b : /[(/]/.test(c)\n",
		"s = '((((' + `${a + `b`}((` // ((( \n", "/* [[[ */ class A extends B { #x = 1; get y() { return this.#x } }\n", "function f() { for (;;) { if (a) break; else { } } }",
		"if (a) {\n} else if (b) {\n}\n", "x = f(a)\n", "f(1.5, [2.5, { a: -1, b: !c }]);", "x = y / 2; z = (a) / b / c\n", "let s = 'it\\'s'\nlet t = \"\\\"\"\n",
	} {
		if err := vm.CheckDepth("long.js", strings.Repeat(line, 40_000)); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}

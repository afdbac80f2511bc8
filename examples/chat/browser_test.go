//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/examples/internal/browser"
)

// This file owns the tests of the page in a headless Chromium.

var screenshots = flag.String("screenshots", "", "folder for pictures of the page, to be looked at")

// hostile is a message that contains markup.
const hostile = `<script>document.title = 'x'</script><img src=x onerror="document.title = 'x'">&amp;`

// until waits until an expression is true in the page.
func until(p *browser.Tab, condition string) {
	p.Evaluate[bool](fmt.Sprintf(`new Promise((done) => {
  const look = () => {
    if (!(%s)) return false;
    observer.disconnect();
    done(true);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
})`, condition))
}

// say enters a text as a user does.
func say(p *browser.Tab, words string) {
	p.Evaluate[int](fmt.Sprintf(`text.value = %q; send.click(); 0`, words))
}

// messages returns what the page shows.
func messages(p *browser.Tab) []string {
	return p.Evaluate[[]string](`[...document.querySelectorAll('#log li')].map((m) =>
  (m.querySelector('b') ? m.querySelector('b').textContent + ': ' : '') + [...m.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(''))`)
}

// TestTwoTabs: two tabs over wss and a guest over TCP talk to each other.
func TestTwoTabs(t *testing.T) {
	p := start(t)
	chromium := browser.Start(t, fingerprint(p.certificate(t)))
	bob := join(t, p.lines)
	bob.send("bob\n")
	bob.expect("your name?", "* 1 here")
	for _, on := range browser.Screens() {
		t.Run(on.String(), func(t *testing.T) {
			enter := func(name string) *browser.Tab {
				tab := browser.Open(chromium, t, p.page, on)
				until(tab, `label.textContent === 'Your name' && !text.disabled`)
				say(tab, "bob") // is taken
				until(tab, `label.textContent.endsWith('Another name?')`)
				say(tab, name)
				until(tab, `state.textContent === 'You are `+name+`' && label.textContent === 'Message'`)
				bob.expect("* " + name + " is here")
				return tab
			}
			ann := enter("ann")
			cid := enter("cid")
			until(ann, `log.children.length === 2`)
			say(ann, "hello from the first tab")
			bob.expect("ann: hello from the first tab")
			until(cid, `log.children.length === 2`)
			say(cid, hostile)
			bob.expect("cid: " + hostile)
			until(ann, `log.children.length === 4`)
			bob.send("a long line: " + fmt.Sprint(make([]bool, 60)) + "\n")
			until(ann, `log.children.length === 5`)
			until(cid, `log.children.length === 4`)

			long := "bob: a long line: " + fmt.Sprint(make([]bool, 60))
			if got, want := messages(ann), []string{"2 are here", "cid is here", "hello from the first tab", "cid: " + hostile, long}; !slices.Equal(got, want) {
				t.Errorf("the first tab shows %q", got)
			}
			if got, want := messages(cid), []string{"3 are here", "ann: hello from the first tab", hostile, long}; !slices.Equal(got, want) {
				t.Errorf("the second tab shows %q", got)
			}
			ann.Picture(*screenshots, "chat-"+on.String())
			for _, tab := range []*browser.Tab{ann, cid} {
				if a := browser.Audited(tab); len(a.Wide)+len(a.Faint) > 0 || a.Dark != on.Dark {
					t.Errorf("%+v", a)
				}
				if faults, asked := tab.Faults(); len(faults)+len(asked) > 0 {
					t.Errorf("went wrong: %q; asked elsewhere: %q", faults, asked)
				}
			}
			cid.Close()
			bob.expect("* cid has left")
			until(ann, `log.lastElementChild.textContent === 'cid has left'`)
			ann.Close()
			bob.expect("* ann has left")
		})
	}
}

// TestEndInBrowser: the page says why the connection has ended, and offers another one.
func TestEndInBrowser(t *testing.T) {
	p := start(t)
	chromium := browser.Start(t, fingerprint(p.certificate(t)))
	tab := browser.Open(chromium, t, p.page, browser.Screen{Width: 390})
	until(tab, `label.textContent === 'Your name' && !text.disabled`)
	say(tab, "ann")
	until(tab, `label.textContent === 'Message'`)
	p.stop()
	until(tab, `state.textContent === 'Disconnected: the server ends' && send.textContent === 'Connect again'`)
	tab.Picture(*screenshots, "chat-ended")
}

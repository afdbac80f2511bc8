package tracepage_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/tracepage"
)

const small = "wakeful sim trace 1\tseed 7\n" +
	"machine\t0\tserver\n" +
	"machine\t1\tcl<ient\n" +
	"0.001000\tcl<ient\tconnect\tserver\t-\tconnection 1, port 80\n" +
	"0.001000\tcl<ient\tturn\t-\t-\tloop 1, 1 callbacks\n" +
	"0.002000\tserver\taccept\tcl<ient\t0.001000\tconnection 1 is 2 here\n" +
	"0.003000\tserver\tarrive\tcl<ient\t0.002000\tconnection 1, 5 bytes\n" +
	"0.004000\tserver\tpause\t-\t-\t1s\n" +
	"0.005000\t-\tlog\t-\t-\tthe <b>program</b>\n" +
	"0.006000\t-\tfailure\t-\t-\tlost\n"

func draw(t *testing.T, text string, o tracepage.Options) string {
	t.Helper()
	var b strings.Builder
	if err := tracepage.Draw(&b, strings.NewReader(text), o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDraw(t *testing.T) {
	page := draw(t, small, tracepage.Options{})
	for _, want := range []string{
		"<title>Seed 7</title>", "2 machines, 6 rows", "cl&lt;ient", "#1, 5 B", "pause 1s", "the &lt;b&gt;program",
		"class=\"failure\"", "marker-end",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if n := strings.Count(page, "class=\"arrow\""); n != 2 {
		t.Errorf("%d arrows, want 2", n)
	}
	for _, wrong := range []string{"http://", "https://", "<b>program", "cl<ient"} {
		if strings.Contains(page, wrong) {
			t.Errorf("the page has %q", wrong)
		}
	}
}

func TestDrawAPart(t *testing.T) {
	if page := draw(t, small, tracepage.Options{Last: 2}); !strings.Contains(page, "2 rows; 4 earlier rows are left out") {
		t.Error("the page does not say what is left out")
	}
	if page := draw(t, small, tracepage.Options{From: 0.004, To: 0.005}); !strings.Contains(page, "2 rows") {
		t.Error("the page has more than the seconds that were asked for")
	}
}

func TestDrawSaysWhatIsWrong(t *testing.T) {
	for name, text := range map[string]string{
		"no trace":        "hello\n",
		"unknown machine": "wakeful sim trace 1\tseed 7\n0.1\tserver\tturn\t-\t-\tx\n",
		"no time":         "wakeful sim trace 1\tseed 7\nx\t-\tturn\t-\t-\tx\n",
		"too few fields":  "wakeful sim trace 1\tseed 7\n0.1\t-\n",
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := tracepage.Draw(&b, strings.NewReader(text), tracepage.Options{}); err == nil || b.Len() > 0 {
				t.Errorf("error %v and %d bytes", err, b.Len())
			}
		})
	}
}

// Times of more than a thousand seconds have fewer digits, so that the column does not cut them.
func TestLongTimes(t *testing.T) {
	text := "wakeful sim trace 1\tseed 7\n0.000000\t-\tlog\t-\t-\tone\n12345.678901\t-\tlog\t-\t-\ttwo\n"
	for _, want := range []string{">0.000000</text>", ">12345.6789</text>"} {
		if page := draw(t, text, tracepage.Options{}); !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// The sheet is as wide as the longest label, also that of the last lane, which would be cut otherwise.
func TestLabelsHaveRoom(t *testing.T) {
	text := small + "0.007000\tcl<ient\tpause\t-\t-\t" + strings.Repeat("x", 100) + "\n"
	for _, width := range []string{`class="sheet" style="width:1161px"`, `<svg width="1161"`} {
		if page := draw(t, text, tracepage.Options{}); !strings.Contains(page, width) {
			t.Errorf("the page has no %s", width)
		}
	}
}

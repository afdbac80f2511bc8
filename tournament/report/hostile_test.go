package report_test

import (
	"fmt"
	"reflect"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// payload tries to break out of a text, an attribute, a script, a comment, a style and a template.
const payload = `</script></style><img src=x onerror="window.hacked=1">'"&<!--<script>window.hacked=1</script>{{.}}${hacked}`

// hostile returns a document in which every text is the payload. Read would refuse its names.
func hostile() *result.Document {
	doc := resulttest.Example()
	contestants, workloads := map[string]string{}, map[string]string{}
	for i := range doc.Contestants {
		name := fmt.Sprintf("%d %s", i, payload)
		contestants[doc.Contestants[i].Name] = name
		doc.Contestants[i] = result.Contestant{Name: name, Kind: doc.Contestants[i].Kind, Summary: payload}
	}
	for i := range doc.Workloads {
		name := fmt.Sprintf("%d %s", i, payload)
		workloads[doc.Workloads[i].Name] = name
		doc.Workloads[i] = result.Workload{Name: name, Summary: payload, Unit: payload}
	}
	for i := range doc.Cells {
		cell := &doc.Cells[i]
		cell.Contestant, cell.Workload = contestants[cell.Contestant], workloads[cell.Workload]
		if cell.Missing != "" {
			cell.Missing = payload
		}
		for j := range cell.Failures {
			cell.Failures[j].Reason = payload
		}
		if cell.Params != nil {
			params := map[string]string{}
			for name, value := range cell.Params {
				params[name+payload] = value + payload
			}
			cell.Params = params
		}
	}
	doc.Mode, doc.Warnings = payload, []string{payload}
	doc.Command = []string{payload}
	environment := reflect.ValueOf(&doc.Environment).Elem()
	for _, field := range environment.Fields() {
		if field.Kind() == reflect.String {
			field.SetString(payload)
		}
	}
	doc.Environment.Modules = map[string]string{payload: payload}
	return doc
}

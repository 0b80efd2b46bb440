package catalog

import (
	"strings"

	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

// format reads how the file of the data is written. An unknown key is an error: a number that is read in another way than was
// meant shows nowhere.
func (d *decoder) format(n *node, c *Catalog) {
	if !d.want(n, mapNode, "format") {
		return
	}
	known, at := map[string]func(*node){}, map[string]*node{}
	for _, key := range table.FormatKeys {
		known[key] = func(n *node) {
			at[key] = n
			d.text("format."+key, c.Format.Part(key))(n)
		}
	}
	for _, x := range d.fields(n, "`format`", known) {
		r := diag.New(diag.BadCatalog, d.file, x.At, "`format` has no `%s`", x.Key).
			WithLabel("no such key").
			WithHelp("its keys are %s", strings.Join(table.FormatKeys, ", "))
		if near := diag.Suggest(x.Key, table.FormatKeys); len(near) > 0 {
			r = r.WithHelp("did you mean `%s`?", near[0])
		}
		d.report(r)
	}
	for _, key := range table.FormatKeys {
		if err := c.Format.Check(key); err != nil {
			d.report(diag.New(diag.BadCatalog, d.file, at[key].span, "%s", err.Error()).WithLabel("not read"))
			*c.Format.Part(key) = ""
		}
	}
}

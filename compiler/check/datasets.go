package check

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// openDatasets reads the header and the catalog of every data set; without a declaration, those of the loader's default.
func (c *checker) openDatasets() {
	if len(c.info.Datasets) == 0 {
		if path, cat := c.loader.Default(); path != "" || c.dataless {
			d := &Dataset{Name: catalog.Stem(path), Path: path}
			c.info.Datasets = []*Dataset{d}
			c.open(d, cat)
		}
	} else {
		for _, d := range c.info.Datasets {
			d.Path = c.loader.Resolve(d.Node.From.Text)
			explicit := ""
			if d.Node.Catalog != nil {
				explicit = c.loader.Resolve(d.Node.Catalog.Text)
			}
			c.open(d, explicit)
		}
	}
	for _, d := range c.info.Datasets {
		c.scopes = append(c.scopes, &scope{d: d, known: map[string]*symbol{}})
	}
}

func (c *checker) open(d *Dataset, explicit string) {
	d.loader, d.column = c.loader, map[string]bool{}
	c.format(d)
	if d.Path != "" || explicit != "" {
		c.openCatalog(d, explicit)
	}
	if cat := d.Catalog.Catalog; cat != nil {
		d.Format = d.Format.Over(cat.Format)
	}
	var header []string
	var err error
	if c.dataless {
		d.any = true
	} else {
		header, err = c.loader.Header(c.ctx, d.Path, d.Format)
	}
	if err != nil {
		c.dataError(d, err)
	} else {
		d.Header = header
		if d.Header == nil {
			d.Header = []string{}
		}
		for _, name := range header {
			d.column[name] = true
		}
	}
	d.ID = catalog.Stem(filepath.ToSlash(d.Path))
	if d.Catalog.Catalog != nil && d.Catalog.Catalog.Dataset != "" {
		d.ID = d.Catalog.Catalog.Dataset
	}
	if d.Node != nil && d.Header != nil {
		for _, n := range d.Node.Key {
			c.columnOf(d, n, "key")
		}
		if d.Node.Weights != nil {
			c.columnOf(d, *d.Node.Weights, "weights")
		}
		if d.Node.Split != nil && d.Node.Split.By != nil {
			c.columnOf(d, *d.Node.Split.By, "split by")
		}
	}
}

// format takes the clauses about the form of the file; what cannot be read is reported and left out.
func (c *checker) format(d *Dataset) {
	if d.Node == nil {
		return
	}
	for _, f := range d.Node.Format.Clauses() {
		if *f.Text == nil {
			continue
		}
		part := d.Format.Part(f.Word)
		*part = (*f.Text).Text
		if err := d.Format.Check(f.Word); err != nil {
			c.report(c.at(diag.BadFormat, (*f.Text).At, "%s", err.Error()).WithLabel("not read"))
			*part = ""
		}
	}
}

// columnOf checks a name in a clause of `dataset`: a variable of the file or a column.
func (c *checker) columnOf(d *Dataset, n ast.Name, clause string) {
	if d.Has(n.Text) || c.vars[n.Text] != nil {
		return
	}
	c.noteUnknown(d, n)
}

func (c *checker) openCatalog(d *Dataset, explicit string) {
	found, ds, err := c.loader.Catalog(d.Path, explicit)
	if err != nil {
		span := d.span()
		if d.Node != nil && d.Node.Catalog != nil {
			span = d.Node.Catalog.At
		}
		c.report(c.at(dataCode(err), span, "%s", message(err)).WithLabel("named here"))
		d.lost = true
		return
	}
	d.Catalog = found
	d.lost = found.Path != "" && found.Catalog == nil
	if !c.catbad[found.Path] { // two data sets may share a catalog
		c.found = append(c.found, ds...)
		c.catbad[found.Path] = len(ds) > 0
	}
}

// span is where the study names the path of the data.
func (d *Dataset) span() source.Span {
	if d.Node == nil {
		return source.Span{}
	}
	return d.Node.From.At
}

// dataError reports that a data file cannot be read, once, in the reader's own words.
func (c *checker) dataError(d *Dataset, err error) {
	if c.ctx.Err() != nil {
		return // interrupted: the caller knows
	}
	x := c.at(dataCode(err), d.span(), "%s", message(err))
	if d.Node == nil {
		x.File = nil
	} else {
		x = x.WithLabel("named here")
	}
	if x.Code == diag.MissingFile {
		x.Message = "there is no file " + d.Path
		if d.Node == nil {
			x.Why = ""
		}
		written := d.Path
		if d.Node != nil {
			written = d.Node.From.Text
		}
		if near := neighbours(d.Path); address.MatchString(written) {
			x.Message = written + " is an address, and data are read from files"
			x = x.WithHelp("download it, and name the file")
		} else if strings.HasPrefix(written, "~") {
			x = x.WithHelp("`~` does not stand for the home folder here: write the path from the folder of the study, or the whole one")
		} else if len(near) > 0 {
			x = x.WithHelp("its folder holds %s", strings.Join(near, ", "))
		}
	}
	if bad := (*table.EncodingError)(nil); errors.As(err, &bad) && !bad.Binary && bad.Byte != 0 && d.Node != nil && d.Format.Encoding == "" {
		behind := source.Span{Start: d.Node.From.At.End, End: d.Node.From.At.End}
		x = x.WithFix("write `encoding \"cp1252\"`", false, diag.Edit{Span: behind, Text: " encoding \"cp1252\""})
	}
	if x.Code == diag.DuplicateColumn {
		x = x.WithHelp("give one of the two another name in the header of the file, or take it out")
	}
	c.report(x)
}

// address is how the address of something that is no file of this machine begins.
var address = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// message is the text of an error as a diagnostic has it: without a full stop.
func message(err error) string { return strings.TrimRight(err.Error(), ". \n") }

// table reads the used columns; nil (after one report) when that fails.
func (c *checker) table(sc *scope) *table.Table {
	if sc.noData || c.dataless {
		return nil
	}
	t, err := sc.d.Table(c.ctx)
	if err != nil {
		sc.noData = true
		c.dataError(sc.d, err)
		return nil
	}
	for _, x := range sc.d.Doubts(c.src) {
		c.report(x)
	}
	if t.Rows == 0 && len(sc.d.Used) > 0 {
		sc.noData = true
		c.report(c.at(diag.NoRows, sc.d.span(), "%s has a header and no rows", sc.d.Path).WithLabel("nothing to estimate from"))
		return nil
	}
	return t
}

// neighbours lists files beside a missing one that may have been meant.
func neighbours(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return diag.Suggest(filepath.Base(path), names)
}

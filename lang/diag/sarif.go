package diag

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/source"
)

// The parts of SARIF 2.1.0 that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string       `json:"id"`
		Name          string       `json:"name,omitempty"`
		Short         *sarifText   `json:"shortDescription,omitempty"`
		Configuration sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Fixes        []sarifFix         `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
)

// sarifSchema is the address of the schema, as the standard gives it.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// FingerprintKey is the key of the fingerprint in partialFingerprints, with its version.
const FingerprintKey = "hypFinding/v1"

// WriteSARIF writes one SARIF 2.1.0 log (OASIS, errata 01). Columns count code points. What is accepted is kept as
// suppressed in source with its reason. Every result has a fingerprint of file, rule and subject (not of its line), so that a
// finding stays the same when lines move; several of a kind are numbered in order.
func WriteSARIF(w io.Writer, ds []Diagnostic) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "hyp", InformationURI: "https://github.com/hyp-lang/hyp", Rules: []sarifRule{}}
	index := map[string]int{}
	codes := []string{}
	names := map[string]Diagnostic{}
	for _, d := range ds {
		if _, known := names[d.Code]; !known {
			codes = append(codes, d.Code)
			names[d.Code] = d
		}
	}
	slices.Sort(codes)
	for i, code := range codes {
		index[code] = i
		d := names[code]
		rule := sarifRule{ID: code, Name: d.Name, Configuration: sarifDefault{sarifLevel(d.Severity)}}
		if d.Why != "" {
			rule.Short = &sarifText{d.Why}
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
	}
	count := map[string]int{}
	for _, d := range ds {
		r := sarifResult{RuleID: d.Code, RuleIndex: index[d.Code], Level: sarifLevel(d.Severity), Message: sarifText{d.Details()}}
		name := ""
		if d.File != nil {
			name = filepath.ToSlash(d.File.Name)
			r.Locations = []sarifLocation{{Physical: sarifPlace(d.File, d.Span)}}
		}
		for i, rel := range d.Related {
			if rel.File != nil {
				r.Related = append(r.Related, sarifLocation{ID: i + 1, Physical: sarifPlace(rel.File, rel.Span), Message: &sarifText{rel.Label}})
			}
		}
		subject := d.Subject
		if subject == "" {
			subject = d.Message
		}
		base := name + "\x00" + d.Code + "\x00" + subject
		count[base]++
		r.Fingerprints = map[string]string{FingerprintKey: fingerprint(base, count[base])}
		if d.Accepted != nil {
			r.Suppressions = []sarifSuppression{{"inSource", d.Accepted.Reason}}
		}
		for _, f := range d.Fixes {
			if len(f.Edits) == 0 || d.File == nil {
				continue
			}
			change := sarifChange{Artifact: sarifArtifact{sarifURI(d.File.Name)}}
			for _, e := range f.Edits {
				rep := sarifReplacement{Deleted: *sarifPlace(d.File, e.Span).Region}
				if e.Text != "" {
					rep.Inserted = &sarifText{e.Text}
				}
				change.Replacements = append(change.Replacements, rep)
			}
			r.Fixes = append(r.Fixes, sarifFix{sarifText{f.Title}, []sarifChange{change}})
		}
		run.Results = append(run.Results, r)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func sarifLevel(s Severity) string {
	return [...]string{Error: "error", Warning: "warning", Info: "note"}[s]
}

func sarifPlace(f *source.File, s source.Span) sarifPhysical {
	a, b := f.Position(s.Start), f.Position(s.End)
	return sarifPhysical{sarifArtifact{sarifURI(f.Name)}, &sarifRegion{a.Line, a.Column, b.Line, b.Column}}
}

// sarifURI is a path as a relative reference, or a file: URI when it is absolute.
func sarifURI(name string) string {
	path := filepath.ToSlash(name)
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// fingerprint is the hash of what a finding is, numbered among those that are the same but for their place.
func fingerprint(base string, n int) string {
	sum := sha256.Sum256([]byte(base))
	return fmt.Sprintf("%s:%d", hex.EncodeToString(sum[:8]), n)
}

package main

import (
	"io"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/estimators/result"
)

// surveyLine, leftOutLine, tautologyLine and findingLine are the lines of --json.
type (
	surveyLine struct {
		Kind        string         `json:"kind"`
		Rows        int            `json:"rows"`       // that were screened
		TableRows   int            `json:"table_rows"` // all
		Variables   []string       `json:"variables"`
		Alpha       float64        `json:"alpha"`
		Tests       int64          `json:"tests"`
		Discoveries int64          `json:"discoveries"`
		Critical    float64        `json:"critical_p"`
		Templates   []templateLine `json:"templates"`
	}
	templateLine struct {
		Template  string           `json:"template"`
		Claims    int64            `json:"claims"`
		Legal     int64            `json:"legal"`
		Tests     int64            `json:"tests"`
		Screened  int64            `json:"screened"`
		Refused   map[string]int64 `json:"refused"`
		Tautology int64            `json:"tautologies"`
	}
	leftOutLine struct {
		Kind string `json:"kind"`
		space.LeftOut
	}
	tautologyLine struct {
		Kind   string `json:"kind"`
		A      string `json:"a"`
		B      string `json:"b"`
		Reason string `json:"reason"`
		Why    string `json:"why"`
	}
	findingLine struct {
		Kind     string         `json:"kind"`
		Rank     int            `json:"rank"`
		Claim    string         `json:"claim"`
		Rejected bool           `json:"rejected"`
		Screen   string         `json:"screen"` // how the survey tested the claim: the estimator, or screen
		ScreenP  float64        `json:"screen_log10_p"`
		Record   *result.Record `json:"record"`
	}
)

func writeSurveyJSON(w io.Writer, s *survey.Survey, findings []survey.Finding) error {
	head := surveyLine{Kind: "survey", Rows: s.Rows, TableRows: s.All, Variables: []string{}, Alpha: s.Alpha, Tests: s.Tests, Discoveries: s.Discoveries, Critical: s.Critical}
	for _, v := range s.Variables {
		head.Variables = append(head.Variables, v.Name)
	}
	for _, t := range s.Templates {
		head.Templates = append(head.Templates, templateLine{string(t.Template), t.Space, t.Legal, t.Tests, t.Screened, t.Refused, t.Tautology})
	}
	lines := []any{head}
	for _, o := range s.LeftOut {
		lines = append(lines, leftOutLine{"left_out", o})
	}
	for _, t := range s.Tautologies {
		lines = append(lines, tautologyLine{"tautology", t.A, t.B, t.Reason, t.Why})
	}
	for i, f := range findings {
		lines = append(lines, findingLine{"finding", i + 1, f.Claim, f.Rejected, f.Test.Method.String(), f.Test.Log10P, f.Record})
	}
	for _, l := range lines {
		if err := writeLine(w, l); err != nil {
			return err
		}
	}
	return nil
}

"""detectable.py DATA.csv TRUTH.json REPORT.json ...: how many of the planted truths that can be detected were found.

DATA and TRUTH are a table with known truth and its key, REPORT what the judge of a run's findings wrote; any number of these triples. A truth can be
detected when a template can say it (a quadratic one cannot be said) and the holdout, three tenths of the rows that have all its variables, shows its
effect, a partial correlation on 200,000 rows, with power .8 at p = .01: |r| sqrt(n) >= 2.576 + .842.
"""
import csv, json, math, sys

found = of = 0
for data, truth, report in zip(*[iter(sys.argv[1:])] * 3):
    with open(data, newline='') as f:
        rows = list(csv.DictReader(f))
    missed = set(json.load(open(report))['recall']['missed'])
    for t in json.load(open(truth))['truths']:
        names = [t['y'], t['x'], *([t['moderator']] if t.get('moderator') else []), *(t.get('conditional_on') or [])]
        n = sum(all(r[v] not in ('', '-1', '-8', '-9') for v in names) for r in rows)
        if t['type'] != 'quadratic' and abs(t['oracle_effect']) * math.sqrt(0.3 * n) >= 2.576 + 0.842:
            of += 1
            found += t['id'] not in missed
            if t['id'] in missed:
                print(f"missed {t['id']}: {t['type']} of {' '.join(names)}, r {t['oracle_effect']}, {n} rows", file=sys.stderr)
print(f'{found} of {of}')

"""findings.py [--records] < EXPORT: the accepted findings of an insight graph, one JSON object a line, the best score first.

  hyp graph export --graph DIR | python findings.py > findings.jsonl

A finding has template, y, x, moderator, controls, contrast and direction: the sign of its coefficient on the coded values, or `differs` for a test
of several coefficients. The groups of a diff are its x, those of a heterogeneity its moderator. --records writes the result records as they are.
"""
import json, sys

out = []
for line in sys.stdin:
    item = json.loads(line)
    i = item.get('insight')
    if not i or i.get('seed'):
        continue
    r = i['record']
    if r['status'] != 'ok' or r.get('verdict', {}).get('value') != 'supported':
        continue
    out.append((-i.get('scores', {}).get('score', 0), item['id'], r))
for _, _, r in sorted(out, key=lambda x: x[:2]):
    if '--records' in sys.argv:
        print(json.dumps(r))
        continue
    e = r.get('estimate')
    diff = r['template'] == 'diff'
    print(json.dumps(dict(
        template=r['template'], y=r['outcome'], x=r['groups'] if diff else r['exposure'], moderator=r.get('moderator') or (None if diff else r.get('groups')),
        controls=r['controls'], filter=[], direction='differs' if e is None else 'positive' if e > 0 else 'negative')))

"""The claims of bench.hyp with pandas, statsmodels and scipy: CPU and wall milliseconds of each, and the numbers.

    HYP_BENCH_CSV=bench.csv go test -run TestWriteBenchTable ./estimators/engine     # 500,000 x 88, 237 MB
    python3 bench.py bench.csv [records.jsonl]     # with records of `hyp run --json bench.hyp` it compares the statistics
"""
import json, sys, time
import pandas as pd, scipy.stats as ss, statsmodels.formula.api as smf

start = time.perf_counter()
d = pd.read_csv(sys.argv[1], keep_default_na=False, na_values=[''])
print(f'read {1000 * (time.perf_counter() - start):.0f} ms')


def f(formula, term):
    r = smf.ols(formula, d).fit()
    names = [n for n in r.params.index if term(n)]
    return float(r.f_test([[float(n == m) for n in r.params.index] for m in names]).fvalue) if len(names) > 1 else float(r.tvalues[names[0]])


def z(formula, term):
    r = smf.logit(formula, d).fit(disp=0)
    return float(r.tvalues[term])


def pearson():
    c = d[['n01', 'n02']].dropna()
    r = ss.pearsonr(c.n01, c.n02).statistic
    return r * ((len(c) - 2) / (1 - r * r)) ** .5


def groups(y, g):
    c = d[[y, g]].dropna()
    return [v[y].to_numpy() for _, v in c.groupby(g)]


def welch():
    a, b = groups('n02', 'yes')
    return ss.ttest_ind(b, a, equal_var=False).statistic


def mann():
    a, b = groups('o01', 'yes')
    return ss.mannwhitneyu(b, a, method='asymptotic').statistic


inter = lambda n: ':' in n
claims = {
    'assoc0': pearson,
    'assoc3': lambda: f('n02 ~ n01 + n03 + n04 + o01', lambda n: n == 'n01'),
    'levels12': lambda: f('n02 ~ c08', lambda n: n.startswith('c08')),
    'levels12_3': lambda: f('n02 ~ c08 + n03 + n04 + o01', lambda n: n.startswith('c08')),
    'logit': lambda: z('yes ~ n01', 'n01'),
    'logit3': lambda: z('yes ~ n01 + n03 + n04 + o01', 'n01'),
    'welch': welch,
    'mann_whitney': mann,
    'kruskal': lambda: ss.kruskal(*groups('n02', 'c03')).statistic,
    'interact0': lambda: f('n02 ~ n01 * n03', inter),
    'interact3': lambda: f('n02 ~ n01 * n03 + n05 + n04 + o01', inter),
    'heterogeneity6': lambda: f('n02 ~ n01 * c03', inter),
    'heterogeneity63': lambda: f('n02 ~ n01 * c03 + n03 + n04 + o01', inter),
}
ours = {}
if len(sys.argv) > 2:
    for line in open(sys.argv[2]):
        r = json.loads(line)
        ours[r['name']] = r
for name, run in claims.items():
    cpu, wall = time.process_time(), time.perf_counter()
    value = run()
    line = f'{name:16} {1000 * (time.process_time() - cpu):8.0f} ms cpu {1000 * (time.perf_counter() - wall):8.0f} ms wall  {value:.10g}'
    if name in ours:
        got = ours[name]['statistic']['value']
        line += f'   hyp {got:.10g}   relative difference {abs(got - value) / max(1, abs(value)):.1e}'
    print(line)

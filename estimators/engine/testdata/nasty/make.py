#!/usr/bin/env python3
"""Writes the tables and cases of this folder: awkward data with numbers computed in 60-digit arithmetic (mpmath).

    python3 make.py            # needs mpmath 1.3 or later; overwrites *.csv, *.json and cases.jsonl

Least squares by normal equations, logistic regression by Newton's method, tails by incomplete beta and gamma functions, all in
mpmath on the exact decimal values of the files. statsmodels (0.15.0) and R (4.2.2) agree where their doubles can.
"""
import csv, json, random
from mpmath import mp, mpf, matrix, betainc, gammainc, erfc, log10, sqrt, exp, log, atanh, tanh, pi, findroot

mp.dps = 60
Z = mpf('1.959963984540054235524594430520551527955550677450')
cases = []


def write(name, header, rows, types, levels=None):
    with open(name + '.csv', 'w', newline='') as f:
        w = csv.writer(f, lineterminator='\n')
        w.writerow(header)
        w.writerows(rows)
    json.dump({'dataset': name, 'csv': name + '.csv', 'columns': [
        {'column': h, 'type': types[h], **({'levels': levels[h]} if levels and h in levels else {})} for h in header]},
        open(name + '.json', 'w'), indent=1)


def f(x):
    return float(x)


def tail_t(t, df):
    t, df = mpf(t), mpf(df)
    return betainc(df / 2, mpf(1) / 2, 0, df / (df + t * t), regularized=True)


def tail_f(F, a, b):
    a, b = mpf(a), mpf(b)
    return betainc(b / 2, a / 2, 0, b / (b + a * F), regularized=True)


def tail_chi(x, k):
    return gammainc(mpf(k) / 2, x / 2, mp.inf, regularized=True)


def tail_z(z):
    return erfc(abs(z) / sqrt(mpf(2)))


def quantile_t(df):
    return findroot(lambda q: tail_t(q, df) - mpf('0.05'), Z + 2 / mpf(df))


def solve(X, y, w=None):
    """Least squares: coefficients, inverse Gram, residual sum of squares."""
    n, p = len(X), len(X[0])
    w = w or [mpf(1)] * n
    G, b = matrix(p, p), matrix(p, 1)
    for r, t, k in zip(X, y, w):
        for i in range(p):
            if r[i] == 0:
                continue
            b[i] += k * r[i] * t
            for j in range(p):
                G[i, j] += k * r[i] * r[j]
    inv = G ** -1
    beta = inv * b
    sse = sum(k * (t - sum(r[i] * beta[i] for i in range(p))) ** 2 for r, t, k in zip(X, y, w))
    return beta, inv, sse


def coefficient(X, y, w=None):
    """The last column's t test and partial r."""
    n, p = len(X), len(X[0])
    beta, inv, sse = solve(X, y, w)
    df = n - p
    b, se = beta[p - 1], sqrt(sse / df * inv[p - 1, p - 1])
    t = b / se
    q = quantile_t(df)
    r = t / sqrt(t * t + df)
    h = Z / sqrt(mpf(df - 1))
    return dict(estimate=f(b), se=f(se), stat=f(t), df2=df, coef_lo=f(b - q * se), coef_hi=f(b + q * se), log10_p=f(log10(tail_t(t, df))),
                effect=f(r), eff_lo=f(tanh(atanh(r) - h)), eff_hi=f(tanh(atanh(r) + h)), effect_kind='partial_r')


def omnibus(X, y, k, w=None):
    """The Type II F of the last k columns (no term contains them)."""
    n, p = len(X), len(X[0])
    _, _, full = solve(X, y, w)
    _, _, less = solve([r[:p - k] for r in X], y, w)
    F = (less - full) / k / (full / (n - p))
    return dict(stat=f(F), df1=k, df2=n - p, log10_p=f(log10(tail_f(F, k, n - p))), effect=f((less - full) / less), effect_kind='partial_eta2')


def logit(X, y):
    n, p = len(X), len(X[0])
    beta = matrix(p, 1)
    for _ in range(200):
        G, g = matrix(p, p), matrix(p, 1)
        for r, t in zip(X, y):
            q = 1 / (1 + exp(-sum(r[i] * beta[i] for i in range(p))))
            for i in range(p):
                g[i] += r[i] * (t - q)
                for j in range(p):
                    G[i, j] += r[i] * r[j] * q * (1 - q)
        step = G ** -1 * g
        beta += step
        if max(abs(s) for s in step) < mpf(10) ** -45:
            break
    else:
        raise SystemExit('no convergence')
    return beta, G ** -1


def logit_coefficient(X, y):
    beta, inv = logit(X, y)
    p = len(beta)
    b, se = beta[p - 1], sqrt(inv[p - 1, p - 1])
    z = b / se
    k = sqrt(mpf(3)) / pi
    return dict(estimate=f(b), se=f(se), stat=f(z), coef_lo=f(b - Z * se), coef_hi=f(b + Z * se), log10_p=f(log10(tail_z(z))),
                effect=f(b * k), eff_lo=f((b - Z * se) * k), eff_hi=f((b + Z * se) * k), effect_kind='logit_d', odds_ratio=f(exp(b)))


def logit_omnibus(X, y, k):
    beta, inv = logit(X, y)
    p, n = len(beta), len(X)
    b = beta[p - k:p, 0]
    V = inv[p - k:p, p - k:p]
    W = (b.T * V ** -1 * b)[0]
    return dict(stat=f(W), df1=k, log10_p=f(log10(tail_chi(W, k))), effect=f(W / (W + n)), effect_kind='wald_eta2')


def case(name, table, template, y, x, branch=None, numbers=None, z=None, g=None, controls=(), weight=None, tol=1e-8, refuse=None, n=None, total=None):
    c = dict(id=name, csv=table + '.csv', dictionary=table + '.json', template=template, y=y, x=x, z=z, g=g, controls=list(controls),
             weight=weight, types={}, levels={}, missing_codes={}, tol_rel=tol, expect='refuse' if refuse else 'ok', why=refuse)
    if numbers:
        c['expected'] = dict(branch=branch, n_used=n, n_total=total or n, **numbers)
    if refuse:
        c['code'] = refuse
    cases.append(c)


def dec(rows, i):
    return [mpf(r[i]) for r in rows]


R = random.Random(20261130)

# --- offsets: values near 10^9 and 10^11 whose spread is about one, in steps of 1/64 that a double holds exactly ---------------
rows = []
for i in range(120):
    x = R.gauss(0, 1)
    g = 'abc'[i % 3]
    c = R.gauss(0, 1) + .3 * x
    y = .5 * x - .4 * c + (.6 if g == 'b' else 0) + R.gauss(0, 1)
    near = lambda base, v: '%.6f' % (base + round(v * 64) / 64)
    rows.append([near(1e9, x), near(1e11, c), near(-1e9, y), g, int(y > .3)])
write('offset', ['x', 'c', 'y', 'g', 'b'], rows, dict(x='numeric', c='numeric', y='numeric', g='categorical', b='binary'))
x, c, y, b = dec(rows, 0), dec(rows, 1), dec(rows, 2), dec(rows, 4)
one = [mpf(1)] * len(rows)
gb, gc = [mpf(r[3] == 'b') for r in rows], [mpf(r[3] == 'c') for r in rows]
mean = lambda v: sum(v) / len(v)
mx, mc = mean(x), mean(c)
pe = coefficient(list(zip(one, x)), y)
pe.update(effect_kind='pearson_r')
n = len(rows)
rr = mpf(pe['effect'])
pe.update(eff_lo=f(tanh(atanh(rr) - Z / sqrt(mpf(n - 3)))), eff_hi=f(tanh(atanh(rr) + Z / sqrt(mpf(n - 3)))))
case('offset-pearson', 'offset', 'assoc', 'y', 'x', 'pearson', pe, n=n)
case('offset-control', 'offset', 'assoc', 'y', 'x', 'ols1', coefficient(list(zip(one, c, gb, gc, x)), y), controls=['c', 'g'], n=n)
case('offset-omnibus', 'offset', 'assoc', 'y', 'g', 'ols_omni', omnibus(list(zip(one, c, x, gb, gc)), y, 2), controls=['c', 'x'], n=n)
prod = [(s - mx) * (t - mc) for s, t in zip(x, c)]
case('offset-interact', 'offset', 'interact', 'y', 'x', 'ols1', coefficient(list(zip(one, x, c, prod)), y), z='c', n=n)
xg = [[s * t for s, t in zip([v - mx for v in x], k)] for k in (gb, gc)]
case('offset-heterogeneity', 'offset', 'heterogeneity', 'y', 'x', 'ols_omni', omnibus(list(zip(one, x, gb, gc, *xg)), y, 2), g='g', n=n)
case('offset-logit', 'offset', 'assoc', 'b', 'x', 'logit1', logit_coefficient(list(zip(one, [v - mc for v in c], [v - mx for v in x])), b), controls=['c'], tol=1e-6, n=n)

# --- near copies: a control that differs from the exposure by 1e-3, and by 1e-9 -------------------------------------------------
rows = []
for i in range(80):
    x = R.gauss(10, 2)
    rows.append(['%.4f' % x, '%.7f' % (x + 1e-3 * R.gauss(0, 1)), '%.12f' % (float('%.4f' % x) + 1e-9 * R.gauss(0, 1)), '%.4f' % x, '%.4f' % (.2 * x + R.gauss(0, 1)), 3])
write('copies', ['x', 'near', 'nearer', 'same', 'y', 'constant'], rows, {k: 'numeric' for k in ['x', 'near', 'nearer', 'same', 'y', 'constant']})
x, near, y = dec(rows, 0), dec(rows, 1), dec(rows, 4)
one = [mpf(1)] * len(rows)
n = len(rows)
case('copies-near', 'copies', 'assoc', 'y', 'x', 'ols1', coefficient(list(zip(one, near, x)), y), controls=['near'], n=n)
case('copies-nearer', 'copies', 'assoc', 'y', 'x', controls=['nearer'], refuse='collinear-target')
case('copies-same', 'copies', 'assoc', 'y', 'x', controls=['same'], refuse='same-variable')
case('copies-outcome', 'copies', 'assoc', 'x', 'same', refuse='same-variable')
case('copies-constant-control', 'copies', 'assoc', 'y', 'x', 'ols1', coefficient(list(zip(one, x)), y), controls=['constant'], n=n)
case('copies-constant', 'copies', 'assoc', 'y', 'constant', refuse='zero-variance')

# --- separation of every kind ---------------------------------------------------------------------------------------------------
rows = []
for i in range(60):
    x = i / 10
    g = 'abcd'[i % 4]
    noise = R.gauss(0, 1)
    complete = int(i >= 30)
    touching = 1 if i > 30 else 0 if i < 30 else i % 2
    overlap = 1 if i == 29 else 0 if i == 30 else complete
    level = 1 if g == 'd' else int(noise > 0)
    inside = int(noise + x - 3 > 0)
    cell = 1 if (g == 'c' and i % 8 < 4) else int(noise > 0)
    rows.append(['%.1f' % x, g, '%.4f' % noise, complete, touching, overlap, level, inside, cell, 'pq'[int(i % 8 < 4)], int(i == 7)])
head = ['x', 'g', 'noise', 'complete', 'touching', 'overlap', 'level', 'inside', 'cell', 'h', 'single']
write('separation', head, rows, dict(x='numeric', g='categorical', noise='numeric', h='binary', **{k: 'binary' for k in ['complete', 'touching', 'overlap', 'level', 'inside', 'cell', 'single']}))
one, x, noise = [mpf(1)] * 60, dec(rows, 0), dec(rows, 2)
dummies = [[mpf(r[1] == k) for r in rows] for k in 'bcd']
case('separation-complete', 'separation', 'assoc', 'complete', 'x', refuse='separation')
case('separation-touching', 'separation', 'assoc', 'touching', 'x', refuse='separation')
case('separation-level', 'separation', 'assoc', 'level', 'g', refuse='separation')
case('separation-by-control', 'separation', 'assoc', 'level', 'x', controls=['g'], refuse='separation')
case('separation-diff', 'separation', 'diff', 'level', 'g', refuse='separation')
case('separation-two', 'separation', 'assoc', 'inside', 'x', controls=['noise'], refuse='separation')
case('separation-cell', 'separation', 'interact', 'cell', 'g', z='h', refuse='separation')
case('separation-overlap', 'separation', 'assoc', 'overlap', 'x', 'logit1', logit_coefficient(list(zip(one, x)), dec(rows, 5)), tol=1e-6, n=60)
case('separation-not', 'separation', 'assoc', 'inside', 'g', 'logit_omni', logit_omnibus(list(zip(one, *dummies)), dec(rows, 7), 3), tol=1e-6, n=60)

# --- levels: NA as a value, singletons, a pool, codes written in two ways ---------------------------------------------------------
rows = []
for i in range(90):
    country = ['NA', 'NG', 'NE'][i % 3]
    sparse = 'solo' if i == 0 else ['u', 'v', 'w'][i % 3]
    pool = 'r1' if i < 3 else 'r2' if i < 6 else 'stu'[i % 3]
    rare = 'r' if i < 3 else 'stu'[i % 3]
    code = ['0', '0.0', '1', '1.00', '2', '2'][i % 6]
    rows.append([country, sparse, pool, rare, code, '%.3f' % (R.gauss(0, 1) + .5 * (i % 3))])
write('levels', ['country', 'sparse', 'pool', 'rare', 'code', 'y'], rows, dict(country='categorical', sparse='categorical', pool='categorical', rare='categorical', code='categorical', y='numeric'))
one, y = [mpf(1)] * 90, dec(rows, 5)
ind = lambda i, *ks: [mpf(r[i] in ks) for r in rows]
case('levels-NA', 'levels', 'assoc', 'y', 'country', 'ols_omni', omnibus(list(zip(one, ind(0, 'NE'), ind(0, 'NG'))), y, 2), n=90)
case('levels-singleton', 'levels', 'assoc', 'y', 'sparse', refuse='small-group')
case('levels-pool', 'levels', 'assoc', 'y', 'pool', 'ols_omni', omnibus(list(zip(one, ind(2, 't'), ind(2, 'u'), ind(2, 'r1', 'r2'))), y, 3), n=90)
kept = [i for i in range(90) if rows[i][3] != 'r']
pick = lambda v: [v[i] for i in kept]
case('levels-rare', 'levels', 'assoc', 'y', 'rare', 'ols_omni', omnibus(list(zip(pick(one), pick(ind(3, 't')), pick(ind(3, 'u')))), pick(y), 2), n=len(kept), total=90)
case('levels-codes', 'levels', 'assoc', 'y', 'code', 'ols_omni', omnibus(list(zip(one, ind(4, '1', '1.00'), ind(4, '2'))), y, 2), n=90)

# --- cells that are no numbers, and what is left after incomplete rows go --------------------------------------------------------
rows = []
for i in range(40):
    x, y = R.gauss(0, 1), R.gauss(0, 1)
    rows.append(['%.3f' % x, '%.3f' % y, 'Inf' if i == 11 else '%.3f' % x, '0x1A' if i == 5 else '%.3f' % x, 'NaN' if i == 3 else '%.3f' % x,
                 '4' if i < 20 else '%.3f' % x, '' if i >= 20 else '%.3f' % y, 'a' if i < 20 else 'b', ''])
head = ['x', 'y', 'inf', 'hex', 'nan', 'half', 'first', 'g', 'empty']
write('cells', head, rows, dict(g='categorical', **{k: 'numeric' for k in head if k != 'g'}))
for k in ['inf', 'hex', 'nan']:
    case('cells-' + k, 'cells', 'assoc', 'y', k, refuse='non-numeric-cell')
case('cells-constant-left', 'cells', 'assoc', 'first', 'half', refuse='zero-variance')
case('cells-group-left', 'cells', 'diff', 'first', 'g', refuse='single-group')
case('cells-no-rows', 'cells', 'assoc', 'y', 'empty', refuse='no-rows')

# --- units: 10^200 against 10^-200, weights over sixteen orders, p far below the smallest double ---------------------------------
rows = []
for i in range(2000):
    x = R.gauss(0, 1)
    y = 3 * x + R.gauss(0, 1)
    rows.append(['%.6fe200' % x, '%.6fe-200' % y, '%.6f' % x, '%.6f' % y, '%.3e' % (10 ** R.uniform(-8, 8)), '%.4f' % R.gauss(0, 1)])
head = ['big', 'small', 'x', 'y', 'w', 'c']
write('units', head, rows, {k: 'numeric' for k in head})
one = [mpf(1)] * 2000
case('units-extreme', 'units', 'assoc', 'small', 'big', 'ols1', coefficient(list(zip(one, dec(rows, 5), [v / mpf(10) ** 200 for v in dec(rows, 0)])), dec(rows, 1)), controls=['c'], n=2000)
e = cases[-1]['expected']
for k in ('estimate', 'se', 'coef_lo', 'coef_hi'):
    e.pop(k)  # 10^-400: no double holds them; the test statistic and the effect do not depend on the unit
cases[-1]['expect'] = 'ok_or_refuse'
case('units-weights', 'units', 'assoc', 'y', 'c', 'wls1', coefficient(list(zip(one, dec(rows, 2), dec(rows, 5))), dec(rows, 3), dec(rows, 4)), controls=['x'], weight='w', n=2000)
case('units-tiny-p', 'units', 'assoc', 'y', 'x', 'ols1', coefficient(list(zip(one, dec(rows, 5), dec(rows, 2))), dec(rows, 3)), controls=['c'], n=2000)

# --- a level inside of which the exposure hardly varies, beside others where it varies much ---------------------------------------
rows = []
for i in range(205):
    g = 'a' if i < 5 else 'bc'[i % 2]
    x = [350, 350, 350, 363, 363][i] if i < 5 else round(R.gauss(40000, 20000))
    rows.append([x, g, [1, 1, 1, 0, 1][i] if i < 5 else int(R.random() < .5 + (x - 40000) / 200000), 0])
for i, r in enumerate(rows):
    r[3] = 0 if i == 2 else r[2]  # the outcomes of level a overlap
write('within', ['x', 'g', 'parted', 'mixed'], rows, dict(x='numeric', g='categorical', parted='binary', mixed='binary'))
one, x = [mpf(1)] * len(rows), dec(rows, 0)
gb, gc = [[mpf(r[1] == k) for r in rows] for k in 'bc']
xg = [[a * b for a, b in zip(x, d)] for d in (gb, gc)]
case('within-parted', 'within', 'heterogeneity', 'parted', 'x', g='g', refuse='separation')
case('within-mixed', 'within', 'heterogeneity', 'mixed', 'x', 'logit_omni', logit_omnibus(list(zip(one, x, gb, gc, *xg)), dec(rows, 3), 2), tol=1e-6, g='g', n=len(rows))

with open('cases.jsonl', 'w') as out:
    for c in cases:
        out.write(json.dumps(c) + '\n')
print(len(cases), 'cases')

#!/usr/bin/env python3
"""Writes partly.csv, partly.json and cases.jsonl: terms of which the rows determine a part only.

    python3 make.py            # needs statsmodels 0.15, pandas; overwrites the files
    Rscript check.R            # holds the same numbers against R's anova(less, full), within 1e-8 (1e-6 for logit)

Tests are statsmodels' comparisons of nested models: compare_f_test for least squares, wald_test of what the term adds for robust
errors and logit, each on a basis of full rank found by QR, with the ranks counted by singular values. Coefficients and slopes are
listed where they are the same in every least-squares solution: where they lie in the row space of the design. n, ranks and
coefficients owe nothing to hyp.
"""
import json
import random
import warnings

import numpy as np
import pandas as pd
import scipy.linalg as la
import scipy.stats as st
import statsmodels.api as sm

warnings.filterwarnings("ignore")
R = random.Random(20261201)
N = 180
rows = []
for i in range(N):
    g = "abc"[R.randrange(3)]
    k = "wxyz"[R.randrange(4)]
    h = R.choice("pq")
    x, z = R.gauss(0, 1), R.gauss(0, 1)
    r = dict(g=g, k=k, h=h, x=x, z=z)
    r["x_not_a"] = 2.5 if g == "a" else x          # does not vary in the reference group
    r["x_not_c"] = -1.25 if g == "c" else x        # in the last
    r["x_only_b"] = x if g == "b" else 3.0         # varies in one group: nothing to compare
    r["h_not_c"] = "p" if g == "c" else h          # no row of c with q
    r["h_not_a"] = "q" if g == "a" else h          # no row of the reference group with the reference level
    r["h_two"] = {"w": "p", "x": "q"}.get(k, h)    # two empty cells of eight
    r["h_three"] = {"w": "p", "x": "q", "y": "p"}.get(k, h)  # three: nothing is left of the interaction
    r["h_k"] = "q" if k in "xy" else "p"           # a function of k
    r["is_b"] = int(g == "b")                      # one level of g as a control
    r["is_a"] = int(g == "a")                      # the reference level as a control
    r["x_b"] = x if g == "b" else 0.0              # one column of x by g as a control
    district = "d%d" % R.randrange(7)
    r["district"], r["region"] = district, {"d0": "n", "d1": "n", "d2": "n", "d3": "s", "d4": "s", "d5": "w", "d6": "w"}[district]
    r["two"] = "uv"[R.randrange(2)]
    r["x_not_v"] = 0.5 if r["two"] == "v" else x   # varies in one of two groups
    r["cluster"] = "t%02d" % R.randrange(14)
    r["weight"] = R.uniform(.2, 3)
    r["y"] = .5 * x + (.4 if g == "b" else 0) + .5 * x * (g == "c") + .4 * (h == "q") * (k == "z") + R.gauss(0, 1)
    r["b"] = int(r["y"] + R.gauss(0, 1.5) > .3)
    rows.append(r)
numeric = ["x", "z", "x_not_a", "x_not_c", "x_only_b", "x_b", "x_not_v", "weight", "y"]
for r in rows:
    for c in numeric:
        r[c] = float("%.4f" % r[c])
d = pd.DataFrame(rows)
d.to_csv("partly.csv", index=False, lineterminator="\n")
kinds = {c: "numeric" for c in numeric} | {"is_b": "numeric", "is_a": "numeric", "b": "binary"}
json.dump({"dataset": "partly", "csv": "partly.csv", "columns": [{"column": c, "type": kinds.get(c, "categorical")} for c in d.columns]}, open("partly.json", "w"), indent=1)


def part(v):
    """The columns of a variable with their names, as treatment coding has them."""
    if v in kinds:
        return [(v, d[v].to_numpy(float))]
    levels = sorted(d[v].unique())
    return [(f"{v}[{l}]", (d[v] == l).to_numpy(float)) for l in levels[1:]]


def product(a, b):
    return [(f"{m}:{n}", x * z) for m, x in part(a) for n, z in part(b)]


def basis(X, more):
    """Columns of more, one after the other, that add rank to X."""
    keep = []
    for j in range(more.shape[1]):
        if np.linalg.matrix_rank(np.column_stack([X, more[:, keep + [j]]]), tol=1e-8) > np.linalg.matrix_rank(np.column_stack([X, more[:, keep]]), tol=1e-8):
            keep.append(j)
    return more[:, keep]


cases = []


def case(name, template, y, x, z=None, g=None, controls=(), weight=None, using="", cluster=None, refuse=None):
    c = dict(id="partly-" + name, csv="partly.csv", dictionary="partly.json", template=template, y=y, x=x, z=z, g=g, controls=list(controls),
             weight=weight, using=using, cluster=cluster, types={}, levels={}, missing_codes={}, expect="refuse" if refuse else "ok", why=refuse, tol_rel=1e-6 if y == "b" else 1e-8)
    cases.append(c)
    if refuse:
        c["code"] = refuse
        return
    other = z or g
    less = [("1", np.ones(N))] + [p for v in controls for p in part(v)]
    if other:
        less += part(x) + part(other)
        term = product(x, other)
    else:
        term = part(x)
    names = [n for n, _ in less + term]
    L, T = np.column_stack([v for _, v in less]), np.column_stack([v for _, v in term])
    L = basis(np.ones((N, 0)), L)
    T = basis(L, T)
    full = np.column_stack([L, T])
    df1, rank = T.shape[1], full.shape[1]
    wide = np.column_stack([v for _, v in less + term])
    Y = d[y].to_numpy(float)
    w = d[weight].to_numpy(float) if weight else np.ones(N)
    e = dict(n_used=N, n_total=N, df1=df1)
    pick = np.eye(rank)[rank - df1:]
    if y == "b":
        m = sm.Logit(Y, full).fit(method="newton", tol=1e-12, maxiter=100, disp=0)
        wald = float(np.squeeze(m.wald_test(pick, use_f=False, scalar=True).statistic))
        e |= dict(branch="logit_omni", stat=wald, log10_p=float(st.chi2.logsf(wald, df1) / np.log(10)), effect=wald / (wald + N), effect_kind="wald_eta2")
        q, cov, solution = st.norm.ppf(.975), m.cov_params(), la.lstsq(wide, full @ m.params)[0]
    else:
        m = sm.WLS(Y, full, weights=w).fit()
        f, p, extra = m.compare_f_test(sm.WLS(Y, L, weights=w).fit())
        assert extra == df1
        eta = f * df1 / (f * df1 + m.df_resid)
        branch, df2 = "wls" if weight else "ols", float(m.df_resid)
        robust = m
        if using == "ols_hc3":
            robust, branch = m.get_robustcov_results("HC3"), branch + "_hc3"
        if using == "ols_cluster":
            robust, branch, df2 = m.get_robustcov_results("cluster", groups=pd.factorize(d[cluster])[0]), "ols_cluster", d[cluster].nunique() - 1.0
        if using:
            f = float(np.squeeze(robust.wald_test(pick, use_f=True, scalar=True).statistic))
        e |= dict(branch=branch + "_omni", stat=float(f), df2=df2, log10_p=float(st.f.logsf(f, df1, df2) / np.log(10)), effect=float(eta), effect_kind="partial_eta2")
        q, cov, solution = st.t.ppf(.975, df2), robust.cov_params(), la.lstsq(wide, full @ m.params)[0]

    def value(weights):
        """A combination of the named coefficients with its standard error, None where solutions differ in it."""
        c = np.array([weights.get(n, 0.) for n in names])
        share = la.lstsq(wide.T, c)[0]  # c as a combination of rows
        if np.abs(wide.T @ share - c).max() > 1e-8:
            return None
        on = full.T @ share  # the same on the basis
        return float(c @ solution), float(np.sqrt(on @ cov @ on))

    e["coefs"] = {}
    for n, _ in term:
        v = value({n: 1.})
        if v:
            e["coefs"][n] = [*v, v[0] - q * v[1], v[0] + q * v[1]]
    if g and not using and len(part(x)) == 1:
        main = part(x)[0][0]
        levels = sorted(d[g].unique())
        found = {l: value({main: 1.} | ({f"{main}:{g}[{l}]": 1.} if i else {})) for i, l in enumerate(levels)}
        c["slopes"] = {l: v for l, v in found.items() if v}
    e["columns"] = len(term)
    c["expected"] = e


for y in ["y", "b"]:
    s = "" if y == "y" else "-logit"
    case("reference" + s, "heterogeneity", y, "x_not_a", g="g")
    case("last" + s, "heterogeneity", y, "x_not_c", g="g", controls=["z"])
    case("interact" + s, "interact", y, "x_not_a", z="g")
    case("turned" + s, "interact", y, "g", z="x_not_c")
    case("cell" + s, "interact", y, "h_not_c", z="g")
    case("cell-reference" + s, "interact", y, "g", z="h_not_a", controls=["z"])
    case("cell-heterogeneity" + s, "heterogeneity", y, "h_not_a", g="g")
    case("cells-two" + s, "heterogeneity", y, "h_two", g="k")
    case("cells-three" + s, "interact", y, "k", z="h_three", refuse="rank-deficient-term")
    case("controlled" + s, "heterogeneity", y, "x", g="g", controls=["x_b"])
    case("levels" + s, "assoc", y, "g", controls=["is_b"])
    case("levels-reference" + s, "assoc", y, "g", controls=["is_a", "z"])
    case("diff" + s, "diff", y, "g", controls=["is_b", "x"])
    case("nested" + s, "assoc", y, "district", controls=["region"])
    case("nested-slopes" + s, "heterogeneity", y, "x", g="district", controls=["region"])
    case("nothing" + s, "heterogeneity", y, "x_only_b", g="g", refuse="rank-deficient-term")
    case("function" + s, "interact", y, "h_k", z="k", refuse="rank-deficient-term")
    case("coarse" + s, "assoc", y, "region", controls=["district"], refuse="rank-deficient-term")
    case("one-column" + s, "heterogeneity", y, "x_not_v", g="two", refuse="collinear-target")
    case("one-level" + s, "assoc", y, "is_b", controls=["g"], refuse="collinear-target")
for using, cluster in [("ols_hc3", None), ("ols_cluster", "cluster")]:
    s = "-" + using[4:]
    case("reference" + s, "heterogeneity", "y", "x_not_a", g="g", using=using, cluster=cluster)
    case("cell" + s, "interact", "y", "h_not_c", z="g", controls=["z"], using=using, cluster=cluster)
    case("cells-two" + s, "interact", "y", "k", z="h_two", using=using, cluster=cluster)
    case("levels" + s, "assoc", "y", "g", controls=["is_b"], using=using, cluster=cluster)
    case("nested" + s, "assoc", "y", "district", controls=["region"], using=using, cluster=cluster)
case("few-clusters", "assoc", "y", "k", using="ols_cluster", cluster="region", refuse="rank-deficient-term")
case("lone-clusters", "assoc", "y", "district", using="ols_cluster", cluster="region", refuse="small-group")
case("lone-cluster-cell", "interact", "y", "h_k", z="region", using="ols_cluster", cluster="district")
case("lone-cluster-slope", "heterogeneity", "y", "x", g="region", using="ols_cluster", cluster="region", refuse="small-group")
case("weighted", "heterogeneity", "y", "x_not_a", g="g", weight="weight")
case("weighted-cell", "interact", "y", "h_not_a", z="g", weight="weight", controls=["z"])
case("weighted-hc3", "heterogeneity", "y", "x_not_c", g="g", weight="weight", using="ols_hc3")

with open("cases.jsonl", "w") as out:
    for c in cases:
        out.write(json.dumps(c) + "\n")
print(len(cases), "cases")

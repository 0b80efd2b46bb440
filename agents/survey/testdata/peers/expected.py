#!/usr/bin/env python3
"""expected.py - what statsmodels and scipy say of some hundred claims about the example data; writes expected.json.

    python3 expected.py > expected.json        (from this folder)

Nothing of hyp is used: the claims are drawn at random, coded by hand and fitted one by one on their complete rows.
"""
import json
import random
import sys
import warnings

import numpy as np
import pandas as pd
import scipy
import scipy.stats as st
import statsmodels
import statsmodels.api as sm
import statsmodels.formula.api as smf

warnings.filterwarnings("ignore")
LN10 = np.log(10)


def penguins():
    d = pd.read_csv("../../../../examples/penguins/penguins.csv", dtype=str, keep_default_na=False).replace("", np.nan)
    numeric = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "delta15n", "delta13c", "egg_day"]
    for c in numeric:
        d[c] = pd.to_numeric(d[c])
    d["year_code"] = pd.to_numeric(d["year"])
    binary = {"sex": "male", "clutch_complete": "1"}
    for c, event in binary.items():
        d[c + "_01"] = np.where(d[c].isna(), np.nan, (d[c] == event).astype(float))
    return d, numeric, ["year"], ["species", "island", "study"], list(binary), {"year": "year_code"}


def nlsy():
    d = pd.read_csv("../../../../examples/nlsy79/nlsy79.csv", dtype=str, keep_default_na=False).replace("", np.nan)
    numeric = ["age79", "family_size79", "mother_educ", "father_educ", "educ79", "asvab_arith", "asvab_word", "class_percentile", "ses", "bmi89"]
    for c in numeric:
        d[c] = pd.to_numeric(d[c])
    d.loc[d["educ79"].isin([-4, 95]), "educ79"] = np.nan
    binary = {"sex": "2", "ever_jailed": "1", "ba_degree": "1", "dissaved89": "1"}
    for c, event in binary.items():
        d[c + "_01"] = np.where(d[c].isna(), np.nan, (d[c] == event).astype(float))
    return d, numeric, [], ["race", "savings_change89"], list(binary), {}



def two_sided_t(t, df):
    return float((np.log(2) + st.t.logsf(abs(t), df)) / LN10)


def standard(x):
    """centered and scaled: the tests do not change, and the iterations converge"""
    return (x - x.mean()) / x.std()


def main():
    random.seed(7)
    out = []
    for name, load in (("penguins", penguins), ("nlsy79", nlsy)):
        d, numeric, ordinal, categorical, binary, code = load()
        variables = numeric + ordinal + categorical + binary
        number = lambda v: code.get(v, v)
        outcomes = numeric + ordinal + binary
        groups = ordinal + categorical + binary
        claims = []
        for template, most in (("assoc", 60), ("diff", 50), ("interact", 60), ("heterogeneity", 40)):
            for _ in range(most):
                y = random.choice(outcomes)
                a = random.choice([v for v in (groups if template == "diff" else variables) if v != y])
                if template in ("assoc", "diff"):
                    claims.append((template, y, a, ""))
                    continue
                b = random.choice([v for v in (groups if template == "heterogeneity" else variables) if v not in (y, a)])
                claims.append((template, y, a, b))
        for template, y, a, b in sorted(set(claims)):
            r = fit(d, template, y, a, b, numeric, ordinal, categorical, binary, number)
            if r is not None and np.isfinite(r["log10p"]):  # scipy's logsf underflows with p
                out.append(dict(data=name, template=template, outcome=y, exposure=a, other=b, **r))
    json.dump(dict(tool=f"statsmodels {statsmodels.__version__}, scipy {scipy.__version__}", cases=out), sys.stdout, indent=0)


def fit(d, template, y, a, b, numeric, ordinal, categorical, binary, number):
    used = [v for v in (y, a, b) if v]
    f = d.dropna(subset=used).copy()
    n = len(f)
    for v in used:  # rare levels are pooled or refused: not here
        if v in ordinal + categorical + binary and (f[v].value_counts() < 5).any():
            return None
    is_binary = y in binary
    f["y_"] = f[y + "_01"] if is_binary else f[number(y)].astype(float)

    def term(v, as_groups=False):
        if v in numeric or v in ordinal and not as_groups:
            f[v + "_z"] = standard(f[number(v)].astype(float))
            return v + "_z"
        return f"C({v})"

    def k(v, as_groups=False):
        return 1 if v in numeric or v in ordinal and not as_groups else f[v].nunique() - 1

    if template == "assoc" and not is_binary and k(a) == 1 and a in numeric + ordinal:
        r = st.pearsonr(f[number(a)].astype(float), f["y_"])[0]
        t = r * np.sqrt((n - 2) / (1 - r * r))
        return dict(n=n, statistic=float(t), log10p=two_sided_t(t, n - 2))
    if template == "diff" and not is_binary:
        levels = sorted(f[a].unique())
        parts = [f.loc[f[a] == l, "y_"] for l in levels]
        if len(levels) > 2:
            h = st.kruskal(*parts)
            return dict(n=n, statistic=float(h.statistic), log10p=float(st.chi2.logsf(h.statistic, len(levels) - 1) / LN10))
        if f["y_"].nunique() < 7:
            u = st.mannwhitneyu(parts[1], parts[0], method="asymptotic")
            return dict(n=n, statistic=None, log10p=float(np.log10(u.pvalue)))
        t = st.ttest_ind(parts[1], parts[0], equal_var=False)
        return dict(n=n, statistic=float(t.statistic), log10p=two_sided_t(t.statistic, t.df))
    if template in ("assoc", "diff"):
        tested, df = term(a, template == "diff"), k(a, template == "diff")
        model, base = f"y_ ~ {tested}", "y_ ~ 1"
    else:
        g = template == "heterogeneity"
        df = k(a) * k(b, g)
        model = f"y_ ~ {term(a)} + {term(b, g)} + {term(a)}:{term(b, g)}"
        base = f"y_ ~ {term(a)} + {term(b, g)}"
    if is_binary:
        table = [v for v in (a, b) if v and v not in numeric]
        if table and not all(0 < m < 1 for m in f.groupby(table)["y_"].mean()):
            return None  # separated, or next to it
        logit = smf.logit(model, f)
        if np.linalg.matrix_rank(logit.exog) < logit.exog.shape[1]:
            return None
        m = logit.fit(disp=0, method="newton", maxiter=100, tol=1e-12)
        if ((m.predict() < 1e-6) | (m.predict() > 1 - 1e-6)).all():
            return None  # separated: the numbers are where the iterations stopped
        names = list(m.params.index)[-df:]
        if df == 1:
            z = m.params[names[0]] / m.bse[names[0]]
            return dict(n=n, statistic=float(z), log10p=float((np.log(2) + st.norm.logsf(abs(z))) / LN10))
        v = m.cov_params().loc[names, names].to_numpy()
        beta = m.params[names].to_numpy()
        w = float(beta @ np.linalg.solve(v, beta))
        return dict(n=n, statistic=w, log10p=float(st.chi2.logsf(w, df) / LN10))
    m = smf.ols(model, f).fit()
    if np.linalg.matrix_rank(m.model.exog) < m.model.exog.shape[1]:
        return None
    if m.rsquared > 1 - 1e-9:
        return None  # a perfect fit
    if df == 1:
        t = m.tvalues.iloc[-1]
        return dict(n=n, statistic=float(t), log10p=two_sided_t(t, m.df_resid))
    s = smf.ols(base, f).fit()
    stat = (s.ssr - m.ssr) / df / (m.ssr / m.df_resid)
    return dict(n=n, statistic=float(stat), log10p=float(st.f.logsf(stat, df, m.df_resid) / LN10))


if __name__ == "__main__":
    main()

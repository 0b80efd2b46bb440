"""Expected numbers of the examples, by statsmodels and scipy: python3 examples/expected.py, from the repository's root.

Writes examples/*/expected.json. Nothing here knows of hyp; the formulas of effects and intervals are those of the package
documentation: Fisher's z for correlations, d = log odds * sqrt(3)/pi, pooled standard deviation for Cohen's d.
"""
import json
import math

import numpy as np
import pandas as pd
import scipy
import scipy.stats as st
import statsmodels
import statsmodels.formula.api as smf

TOOL = f"statsmodels {statsmodels.__version__}, scipy {scipy.__version__}"
Z = st.norm.ppf(0.975)


def log10(logp):
    return float(logp / math.log(10))


def t_log10p(t, df):
    return log10(math.log(2) + st.t.logsf(abs(t), df)) if st.t.sf(abs(t), df) < 1e-5 else math.log10(2 * st.t.sf(abs(t), df))


def z_log10p(z):
    return log10(math.log(2) + st.norm.logsf(abs(z)))


def fisher(r, se):
    a = math.atanh(r)
    return {"effect": r, "effect_low": math.tanh(a - Z * se), "effect_high": math.tanh(a + Z * se)}


def pearson(d, x, y):
    d = d[[x, y]].dropna()
    fit = smf.ols(f"{y} ~ {x}", d).fit()
    n, r = len(d), st.pearsonr(d[x], d[y])[0]
    low, high = fit.conf_int().loc[x]
    return {"estimator": "pearson", "n": n, "estimate": fit.params[x], "std_error": fit.bse[x], "low": low, "high": high,
            "statistic": fit.tvalues[x], "df2": n - 2, "log10_p": t_log10p(fit.tvalues[x], n - 2), "measure": "pearson_r",
            **fisher(r, 1 / math.sqrt(n - 3)), "tolerance": 1e-8}


def ols(d, formula, term):
    fit = smf.ols(formula, d).fit()
    name = [p for p in fit.params.index if p == term][0]
    t, df = fit.tvalues[name], fit.df_resid
    low, high = fit.conf_int().loc[name]
    return {"estimator": "ols", "n": int(fit.nobs), "estimate": fit.params[name], "std_error": fit.bse[name], "low": low, "high": high,
            "statistic": t, "df2": df, "log10_p": t_log10p(t, df), "measure": "partial_r",
            **fisher(t / math.sqrt(t * t + df), 1 / math.sqrt(df - 1)), "tolerance": 1e-8}


def ols_omnibus(d, full, reduced):
    a = smf.ols(full, d).fit()
    b = smf.ols(reduced, d.loc[a.model.data.row_labels]).fit()
    f, p, df1 = a.compare_f_test(b)
    ss = b.ssr - a.ssr
    return {"estimator": "ols", "n": int(a.nobs), "statistic": f, "df1": df1, "df2": a.df_resid, "log10_p": math.log10(p),
            "measure": "partial_eta2", "effect": ss / (ss + a.ssr), "tolerance": 1e-8}


def logit(d, formula, term):
    fit = smf.logit(formula, d).fit(method="newton", tol=1e-14, maxiter=100, disp=0)
    b, se = fit.params[term], fit.bse[term]
    k = math.sqrt(3) / math.pi
    return {"estimator": "logit", "n": int(fit.nobs), "estimate": b, "std_error": se, "low": b - Z * se, "high": b + Z * se,
            "statistic": b / se, "log10_p": z_log10p(b / se), "odds_ratio": math.exp(b), "measure": "logit_d",
            "effect": k * b, "effect_low": k * (b - Z * se), "effect_high": k * (b + Z * se), "tolerance": 1e-6}


def logit_omnibus(d, formula, part):
    fit = smf.logit(formula, d).fit(method="newton", tol=1e-14, maxiter=100, disp=0)
    names = [p for p in fit.params.index if part(p)]
    b, v = fit.params[names].values, fit.cov_params().loc[names, names].values
    w, n = float(b @ np.linalg.solve(v, b)), int(fit.nobs)
    return {"estimator": "logit", "n": n, "statistic": w, "df1": len(names), "log10_p": log10(st.chi2.logsf(w, len(names))),
            "measure": "wald_eta2", "effect": w / (w + n), "tolerance": 1e-6}


def welch(a, b):
    """a minus b"""
    a, b = a.dropna(), b.dropna()
    r = st.ttest_ind(a, b, equal_var=False)
    ci = r.confidence_interval(0.95)
    n1, n2 = len(a), len(b)
    sd = math.sqrt(((n1 - 1) * a.var() + (n2 - 1) * b.var()) / (n1 + n2 - 2))
    d = (a.mean() - b.mean()) / sd
    se = math.sqrt(1 / n1 + 1 / n2 + d * d / (2 * (n1 + n2)))
    return {"estimator": "welch", "n": n1 + n2, "estimate": a.mean() - b.mean(), "std_error": math.sqrt(a.var() / n1 + b.var() / n2),
            "low": ci.low, "high": ci.high, "statistic": r.statistic, "df2": r.df, "log10_p": t_log10p(r.statistic, r.df), "measure": "cohens_d",
            "effect": d, "effect_low": d - Z * se, "effect_high": d + Z * se, "tolerance": 1e-8}


def kruskal(d, y, g):
    d = d[[y, g]].dropna()
    groups = [v for _, v in d.groupby(g)[y]]
    h = st.kruskal(*groups)[0]
    return {"estimator": "kruskal_wallis", "n": len(d), "statistic": h, "df1": len(groups) - 1,
            "log10_p": log10(st.chi2.logsf(h, len(groups) - 1)), "measure": "epsilon2", "effect": h / (len(d) - 1), "tolerance": 1e-8}


def write(path, hypotheses):
    plain = {k: {a: (b if isinstance(b, (str, int)) else float(b)) for a, b in v.items()} for k, v in hypotheses.items()}
    with open(path, "w") as f:
        json.dump({"tool": TOOL, "hypotheses": plain}, f, indent=1)
        f.write("\n")


def penguins():
    d = pd.read_csv("examples/penguins/penguins.csv", keep_default_na=False, na_values=[""])
    x, y = "bill_length_mm", "bill_depth_mm"
    body = d[d.body_mass_g.notna() & d.sex.notna()].assign(male=lambda t: (t.sex == "male") * 1)
    adelie = d[d.species == "Adelie"]
    return {
        "H1": pearson(d, x, y),
        "H2": ols(d, f"{y} ~ {x} + C(species)", x),
        **{h: pearson(d[d.species == s], x, y) for h, s in (("H3", "Adelie"), ("H4", "Chinstrap"), ("H5", "Gentoo"))},
        "H6": ols_omnibus(d, f"{y} ~ {x} * C(species)", f"{y} ~ {x} + C(species)"),
        "H7": pearson(d, "flipper_length_mm", "body_mass_g"),
        "H8": kruskal(d, "body_mass_g", "species"),
        "H9": welch(d.body_mass_g[d.species == "Gentoo"], d.body_mass_g[d.species != "Gentoo"]),
        "H10": ols(body, "body_mass_g ~ male + C(species)", "male"),
        "H11": ols_omnibus(body, "body_mass_g ~ male * C(species)", "body_mass_g ~ male + C(species)"),
        "H12": interaction(body, "body_mass_g", "flipper_length_mm", "bill_depth_mm", " + male"),
        "H13": logit(body.assign(kg=body.body_mass_g), "male ~ kg + C(species)", "kg"),
        "H14": welch(adelie.delta15n[adelie.sex == "male"], adelie.delta15n[adelie.sex == "female"]),
    }


def interaction(d, y, x, z, rest):
    """Centred, so that least squares keeps its digits; the product's coefficient does not depend on it."""
    d = d[d[[y, x, z]].notna().all(axis=1)]
    d = d.assign(x=d[x] - d[x].mean(), z=d[z] - d[z].mean())
    return ols(d, f"{y} ~ x * z{rest}", "x:z")


def nlsy79():
    d = pd.read_csv("examples/nlsy79/nlsy79.csv", keep_default_na=False, na_values=[""])
    d = d.assign(black=(d.race == 2) * 1, woman=(d.sex == 2) * 1)
    base = "ba_degree ~ ses"
    two = d[d.race.isin([2, 3])]
    score = d[d.ses.notna() & d.asvab_total.notna()]
    sd = score.asvab_total.std()
    # the product's coefficient on centred scores in units of sd: rescaled back below
    n11 = logit(score.assign(a=(score.asvab_total - score.asvab_total.mean()) / sd), "ba_degree ~ ses * a", "ses:a")
    for k in ("estimate", "std_error", "low", "high", "effect", "effect_low", "effect_high"):
        n11[k] /= sd
    n11["odds_ratio"] = math.exp(n11["estimate"])
    return {
        "N1": logit(d, base, "ses"),
        "N2": logit(d[d.sex == 1], base, "ses"),
        "N3": logit(d[d.sex == 2], base, "ses"),
        "N4": logit(d[d.race == 3], base, "ses"),
        "N5": logit(d[d.race == 2], base, "ses"),
        "N6": logit(d[d.race == 1], base, "ses"),
        "N7": logit(d, "ba_degree ~ ses * black", "ses:black"),
        "N8": logit_omnibus(d, "ba_degree ~ ses * C(race)", lambda p: p.startswith("ses:")),
        "N9": logit(d, "ba_degree ~ ses + asvab_total + class_percentile + C(race)", "ses"),
        "N10": logit(d, "ba_degree ~ asvab_total + ses", "asvab_total"),
        "N11": n11,
        "N12": logit(two, "ba_degree ~ black", "black"),
        "N13": logit(d, "ba_degree ~ woman", "woman"),
        "N14": welch(d.wealth96[d.ever_jailed == 1], d.wealth96[d.ever_jailed == 0]),
        "N15": kruskal(d, "wealth85", "race"),
        "N16": ols(d, "bmi89 ~ dissaved89 + samesave89 + age89 + C(sex) + C(race) + fam_income88", "dissaved89"),
    }


if __name__ == "__main__":
    write("examples/penguins/expected.json", penguins())
    write("examples/nlsy79/expected.json", nlsy79())

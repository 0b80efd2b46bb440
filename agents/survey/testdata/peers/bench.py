#!/usr/bin/env python3
"""bench.py - processor time of the peers for the same screens as `go test -bench . ./agents/survey`, on a table of the same shape.

    python3 bench.py

pandas' DataFrame.corr makes the matrix of r on pairwise complete rows, without p; scipy and statsmodels make the tests one by one, and
are timed on a random part of them.
"""
import random
import time
import warnings

import numpy as np
import pandas as pd
import scipy.stats as st
import statsmodels.api as sm

warnings.filterwarnings("ignore")
rng = np.random.default_rng(1)
N = 5000
cause = rng.standard_normal(N)
cols = {}
for i in range(40):
    cols[f"item{i}"] = np.clip(np.trunc(3 + cause * 0.4 + rng.standard_normal(N)), 1, 5)
for i in range(8):
    cols[f"yes{i}"] = (cause * 0.3 + rng.standard_normal(N) > 0.4).astype(float)
for i in range(2):
    cols[f"amount{i}"] = 1000 * (cause * 0.2 + rng.standard_normal(N))
d = pd.DataFrame(cols)
d = d.mask(rng.random(d.shape) < 0.1)
names = list(d)
values = {c: d[c].to_numpy() for c in names}
random.seed(1)


def timed(what, count, work):
    begun = time.process_time()
    for _ in range(count):
        work()
    seconds = (time.process_time() - begun) / count
    print(f"{what:60s} {seconds * 1e6:12.1f} us each")


def complete(*used):
    x = np.column_stack([values[c] for c in used])
    return x[~np.isnan(x).any(axis=1)]


def pearson():
    x = complete(*random.sample(names, 2))
    st.pearsonr(x[:, 0], x[:, 1])


def interact(ols):
    def one():
        y = random.choice([n for n in names if n.startswith("yes") != ols])
        x = complete(y, *random.sample([n for n in names if n != y], 2))
        design = np.column_stack([np.ones(len(x)), x[:, 1], x[:, 2], x[:, 1] * x[:, 2]])
        if ols:
            sm.OLS(x[:, 0], design).fit().pvalues
        else:
            sm.Logit(x[:, 0], design).fit(disp=0).pvalues
    return one


begun = time.process_time()
d.corr()
print(f"{'pandas corr, all pairs, r alone':60s} {(time.process_time() - begun) * 1e6 / (len(names) * (len(names) - 1) / 2):12.1f} us each")
timed("scipy pearsonr of two columns, complete rows", 300, pearson)
timed("statsmodels OLS of an interaction", 200, interact(True))
timed("statsmodels Logit of an interaction", 100, interact(False))

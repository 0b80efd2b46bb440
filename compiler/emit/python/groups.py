# ---- groups without controls --------------------------------------------------------------------------------------------


def welch(s, outcome, groups):
    """Welch's t test: the non-reference group minus the reference."""
    y = s.outcome(outcome)[0]
    z, _ = around_zero(y)  # differences and spreads stay, and no digits are lost far from 0
    unit = unit_of(z)
    codes = s.codes(groups)
    a, b = z[codes == 1] * unit, z[codes == 0] * unit
    test = stats.ttest_ind(a, b, equal_var=False)
    record = s.record("welch", "contrast")
    s.describe(record, groups, y)
    difference, df = float(a.mean() - b.mean()), float(test.df)
    t = float(test.statistic)
    standard_error = math.sqrt(float(a.var(ddof=1)) / len(a) + float(b.var(ddof=1)) / len(b))
    set_estimate(record, difference / unit, standard_error / unit, float(stats.t.ppf(0.975, df)))
    record["statistic"] = {"name": "t", "value": t, "df2": df}
    set_p(record, two_sided_t(t, df))
    n1, n2 = len(a), len(b)
    pooled = math.sqrt(((n1 - 1) * float(a.var(ddof=1)) + (n2 - 1) * float(b.var(ddof=1))) / (n1 + n2 - 2))
    d = difference / pooled
    half = Z975 * math.sqrt(1 / n1 + 1 / n2 + d * d / (2 * (n1 + n2)))  # Hedges and Olkin 1985
    return record | effect("cohens_d", d, d - half, d + half, abs(d) / math.hypot(d, 2))


def mann_whitney(s, outcome, groups):
    """The rank test of two groups, U of the non-reference one; ties and continuity corrected."""
    y = s.outcome(outcome)[0]
    codes = s.codes(groups)
    a, b = y[codes == 1], y[codes == 0]
    n1, n2, n = len(a), len(b), len(y)
    u = float(stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True).statistic)
    # z again, since scipy gives only p and that may underflow.
    ties = np.unique(y, return_counts=True)[1].astype(float)
    variance = n1 * n2 / 12 * (n + 1 - float((ties**3 - ties).sum()) / (n * (n - 1)))
    z = max(abs(u - n1 * n2 / 2) - 0.5, 0) / math.sqrt(variance)
    record = s.record("mann_whitney", "contrast")
    s.describe(record, groups, y)
    record["statistic"] = {"name": "U", "value": u}
    set_p(record, two_sided_z(z))
    return record | correlation("rank_biserial", 2 * u / (n1 * n2) - 1, 3 / ((n1 + n2 + 1) / n1 / n2))


def kruskal_wallis(s, outcome, groups):
    """The rank test of several groups, ties corrected."""
    y = s.outcome(outcome)[0]
    codes = s.codes(groups)
    k = len(s.names[groups])
    h = float(stats.kruskal(*(y[codes == i] for i in range(k))).statistic)
    record = s.record("kruskal_wallis", "omnibus")
    s.describe(record, groups, y)
    record.pop("contrast", None)
    record["statistic"] = {"name": "H", "value": h, "df1": k - 1}
    set_p(record, upper_chi2(h, k - 1))
    return record | share("epsilon2", h / (s.n - 1), s.n, k - 1, (h - k + 1) / (s.n - k))

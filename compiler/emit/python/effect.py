# ---- tails and effect sizes ---------------------------------------------------------------------------------------------
#
# p is compared through its logarithm: it may lie below the smallest double, where scipy's tails are 0. There the incomplete
# beta and gamma functions are continued fractions, evaluated as logarithms (DLMF 8.17.22 and 8.9.2, by Lentz's method).

Z975 = float(stats.norm.ppf(0.975))
SMALL = 1e-280


def lentz(term):
    """b0 + a1/(b1 + a2/(b2 + ...)) where term(j) gives (a_j, b_j), a_0 unused."""
    f = term(0)[1] or 1e-300
    c, d, j = f, 0.0, 0
    while True:
        j += 1
        a, b = term(j)
        d = 1 / (b + a * d or 1e-300)
        c = b + a / c or 1e-300
        f *= c * d
        if abs(c * d - 1) < 1e-15 or j > 100000:
            return f


def upper_f(f, df1, df2):
    """P(F > f) and its log10."""
    p = float(stats.f.sf(f, df1, df2))
    if p > SMALL:
        return p, math.log10(p)
    a, b = df2 / 2, df1 / 2
    x = df2 / (df2 + df1 * f)

    def term(j):
        m = j // 2
        if j == 0:
            return 0, 1
        if j % 2:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), 1
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1

    log = -a * math.log1p(df1 * f / df2) - b * math.log1p(df2 / (df1 * f)) - math.log(a) - float(special.betaln(a, b))
    log = (log - math.log(lentz(term))) / math.log(10)
    return 10**log, log


def two_sided_t(t, df):
    p = float(2 * stats.t.sf(abs(t), df))
    return (p, math.log10(p)) if p > SMALL else upper_f(t * t, 1, df)


def two_sided_z(z):
    log = float(stats.norm.logsf(abs(z)) + math.log(2)) / math.log(10)
    return 10**log, log


def upper_chi2(x, df):
    p = float(stats.chi2.sf(x, df))
    if p > SMALL:
        return p, math.log10(p)
    a, h = df / 2, x / 2
    fraction = lentz(lambda j: (-j * (j - a), h + 2 * j + 1 - a))
    log = (a * math.log(h) - h - float(special.gammaln(a)) - math.log(fraction)) / math.log(10)
    return 10**log, log


def set_p(record, tail):
    record["p"], record["log10_p"] = tail


def set_estimate(record, estimate, std_error, quantile):
    record["estimate"], record["std_error"] = estimate, std_error
    record["low"], record["high"] = estimate - quantile * std_error, estimate + quantile * std_error


def effect(measure, value, low, high, magnitude, **more):
    return {"effect": {"measure": measure, "value": value, "low": low, "high": high, **more}, "magnitude": magnitude}


def correlation(measure, r, precision):
    """Fisher's z interval of a correlation whose atanh has variance 1/precision."""
    r = max(-1.0, min(1.0, r))
    low, high = -1.0, 1.0
    if precision > 0 and abs(r) < 1:
        low, high = (math.tanh(math.atanh(r) + s * Z975 / math.sqrt(precision)) for s in (-1, 1))
    elif abs(r) == 1 and precision > 0:
        low = high = r
    return effect(measure, r, low, high, abs(r))


def share(measure, value, n, k, magnitude2, **more):
    """Olkin and Finn's (1995) delta interval of a share of variance over n rows with k predictor columns.

    The magnitude is the root of the share less what chance gives: sqrt(eta^2) of pure noise grows with the levels.
    """
    half = Z975 * 2 * math.sqrt(value) * (1 - value) * abs(n - k - 1) / math.sqrt((n - 1) * (n + 1) * (n + 3))
    return effect(measure, value, max(0.0, value - half), min(1.0, value + half), math.sqrt(max(0.0, magnitude2)), **more)


def partial_eta2(f, df1, df2, n, k, **more):
    return share("partial_eta2", df1 * f / (df1 * f + df2), n, k, (f - 1) * df1 / (f * df1 + df2), **more)


def noncentral_eta2(f, df1, df2):
    """The other interval of partial eta^2: from the noncentralities l at which F is the .975 and the .025 quantile, l/(l+df2)."""

    def solve(wanted):
        at = lambda l: stats.ncf.cdf(f, df1, df2, l) - wanted if l > 0 else stats.f.cdf(f, df1, df2) - wanted
        if at(0) <= 0:
            return 0.0
        high = 1.0
        while at(high) > 0:
            high *= 2
        return optimize.brentq(at, 0, high, xtol=1e-12, rtol=1e-14, maxiter=500)

    bounds = [solve(wanted) for wanted in (0.975, 0.025)]
    return [l / (l + df2) for l in bounds]

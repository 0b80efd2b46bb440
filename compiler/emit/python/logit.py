# ---- logistic regression ------------------------------------------------------------------------------------------------


def maximum(y, x):
    """Newton's method with steps halved where they overshoot: statsmodels takes whole ones, and stops far off where some rows lie far out."""
    b = np.zeros(x.shape[1])

    def loss(b):
        return float(np.logaddexp(0, (1 - 2 * y) * (x @ b)).sum())

    for _ in range(100):
        p = special.expit(x @ b)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (y - p))
        size, before = 1.0, loss(b)
        while loss(b + size * step) > before + 1e-12 and size > 1e-9:
            size /= 2
        b = b + size * step
        if np.abs(x @ step).max() < 1e-9:
            break
    return b


def marginal(fit, d, is_factor):
    """Average marginal contrasts, the risk difference and ratio, by the delta method (R's marginaleffects avg_comparisons).

    Every row keeps its other values; a factor's column is 1 against 0, a numeric one a unit more than it is.
    """
    k = d.target[0]
    more, less = d.matrix.copy(), d.matrix.copy()
    if is_factor:
        more[:, k], less[:, k] = 1.0, 0.0
    else:
        more[:, k] += d.units[k]

    def mean(x):
        p = special.expit(x @ fit.params)
        return float(p.mean()), (p * (1 - p)) @ x / len(p)

    (p1, g1), (p0, g0) = mean(more), mean(less)
    covariance = fit.cov_params()
    g = g1 - g0
    e = Z975 * math.sqrt(float(g @ covariance @ g))
    difference = {"value": p1 - p0, "low": p1 - p0 - e, "high": p1 - p0 + e}
    g = g1 / p1 - g0 / p0
    e = Z975 * math.sqrt(float(g @ covariance @ g))
    log = math.log(p1 / p0)
    return {"rd": difference, "rr": {"value": math.exp(log), "low": math.exp(log - e), "high": math.exp(log + e)}}


def logit(s, outcome, terms, test, describe=None, by_group=False, risks=False):
    """The Wald z of one coefficient, or the Wald chi-squared of the last term."""
    y, event = s.outcome(outcome)
    d = Design(s, terms, np.ones(s.n))
    start = maximum(y, d.matrix)
    tol = 1e-12 * max(1.0, float(np.abs(start).max()))
    fit = sm.Logit(y, d.matrix).fit(start_params=start, method="newton", tol=tol, maxiter=200, disp=False)
    if not fit.mle_retvals["converged"]:
        raise ValueError("statsmodels did not find the maximum of the likelihood")
    record = s.record("logit", test)
    record["event"] = event
    if describe is not None:
        s.describe(record, describe)
    if describe is not terms[-1][-1]:
        record.pop("contrast", None)
    k = d.target
    params, errors = fit.params[k] * d.units[k], fit.bse[k] * d.units[k]
    set_coefficients(record, d, params, errors, Z975)
    if len(terms[-1]) > 1:
        record |= slopes(s, d, fit.params, fit.cov_params(), 1.0, Z975, by_group)
    if risks:
        record["marginal"] = marginal(fit, d, isinstance(terms[-1][0], Factor))
    if test != "omnibus":
        b, e = float(params[0]), float(errors[0])
        set_estimate(record, b, e, Z975)
        if record["high"] < 709 and math.exp(record["low"]) > 0:
            record["odds_ratio"] = {"value": math.exp(b), "low": math.exp(record["low"]), "high": math.exp(record["high"])}
        record["statistic"] = {"name": "z", "value": b / e}
        set_p(record, two_sided_z(b / e))
        # The log odds ratio as a standardised difference (Chinn 2000), and per standard deviation of every numeric part.
        to_d, more = math.sqrt(3) / math.pi, {}
        per_sd = b * to_d
        for part in terms[-1]:
            if isinstance(part, Number):
                z, unit = standard(s.numbers(part))
                per_sd *= float(z.std(ddof=1)) / unit
        if any(isinstance(part, Number) for part in terms[-1]):
            more["per_sd"] = per_sd
        magnitude = abs(per_sd) / math.hypot(per_sd, 2)
        return record | effect("logit_d", b * to_d, (b - Z975 * e) * to_d, (b + Z975 * e) * to_d, magnitude, **more)
    wald = float(np.squeeze(fit.wald_test(np.eye(d.rank)[k], use_f=False, scalar=True).statistic))
    df = len(k)
    record["statistic"] = {"name": "chi2", "value": wald, "df1": df}
    set_p(record, upper_chi2(wald, df))
    return record | share("wald_eta2", wald / (wald + s.n), s.n, d.rank - 1, (wald - df) / (wald + s.n))

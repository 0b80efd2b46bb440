# ---- logistic regression ------------------------------------------------------------------------------------------------


def logit(s, outcome, terms, test, describe=None, by_group=False):
    """The Wald z of one coefficient, or the Wald chi-squared of the last term."""
    y, event = s.outcome(outcome)
    d = Design(s, terms, np.ones(s.n))
    fit = sm.Logit(y, d.matrix).fit(method="newton", tol=1e-12, maxiter=200, disp=False)
    record = s.record("logit", test)
    record["event"] = event
    if describe is not None:
        s.describe(record, describe)
    if len(terms[-1]) > 1:
        record.pop("contrast", None)
    k = d.target
    params, errors = fit.params[k] * d.units[k], fit.bse[k] * d.units[k]
    set_coefficients(record, d, params, errors, Z975)
    if len(terms[-1]) > 1:
        record |= slopes(s, d, fit.params, fit.cov_params(), 1.0, Z975, by_group)
    if test != "omnibus":
        b, e = float(params[0]), float(errors[0])
        set_estimate(record, b, e, Z975)
        if record["high"] < 709 and b < 709:
            record["odds_ratio"] = {"value": math.exp(b), "low": math.exp(record["low"]), "high": math.exp(record["high"])}
        record["statistic"] = {"name": "z", "value": b / e}
        set_p(record, two_sided_z(b / e))
        # The log odds ratio as a standardised difference (Chinn 2000), and per standard deviation of a numeric exposure.
        to_d, more = math.sqrt(3) / math.pi, {}
        per_sd = b * to_d
        if len(terms[-1]) == 1 and isinstance(terms[-1][0], Number):
            z, unit = standard(s.numbers(terms[-1][0]))
            per_sd *= float(z.std(ddof=1)) / unit
            more["per_sd"] = per_sd
        magnitude = abs(per_sd) / math.hypot(per_sd, 2)
        return record | effect("logit_d", b * to_d, (b - Z975 * e) * to_d, (b + Z975 * e) * to_d, magnitude, **more)
    wald = float(np.squeeze(fit.wald_test(np.eye(d.rank)[k], use_f=False, scalar=True).statistic))
    df = len(k)
    record["statistic"] = {"name": "chi2", "value": wald, "df1": df}
    set_p(record, upper_chi2(wald, df))
    return record | share("wald_eta2", wald / (wald + s.n), s.n, d.rank - 1, (wald - df) / (wald + s.n))

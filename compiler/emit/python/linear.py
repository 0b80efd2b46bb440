# ---- linear models ------------------------------------------------------------------------------------------------------
#
# Every numeric column is moved to its mean and scaled before it is handed to statsmodels. An intercept absorbs the shift and
# the scale is undone in the coefficient, so that nothing changes but the rounding: with a column near 1e9, statsmodels on the
# raw values returns t = 56,800 where the truth is -4.42, without a warning. Centering also makes the product of two columns
# independent of where their zeros lie. The tested term is the last one.


def standard(x):
    """x moved to its mean and scaled, and the factor that it was scaled by."""
    unit = unit_of(x)
    z = x * unit
    if z.min() == z.max():
        return np.zeros_like(z), unit
    for _ in range(2):  # the first mean of a column far from 0 is itself rounded
        z = z - z.mean()
    again = unit_of(z)
    return z * again, unit * again


def components(s, variable):
    """The columns of one variable as (name, column, factor it was scaled by): treatment coding without the reference."""
    if isinstance(variable, Number):
        column, unit = standard(s.numbers(variable))
        return [(variable.name, column, unit)]
    codes, names = s.codes(variable), s.names[variable]
    return [(f"{variable.name}[{names[k]}]", (codes == k).astype(float), 1.0) for k in range(1, len(names))]


class Design:
    """The columns of a model, intercept first, less those that the columns before them determine.

    statsmodels would share a coefficient out among collinear columns; leaving the later ones out keeps the meaning of the
    others, as R does.
    """

    def __init__(self, s, terms, weights):
        columns = [("", np.ones(s.n), 1.0, (-1, 0))]
        for i, term in enumerate(terms):
            part = components(s, term[0])
            for variable in term[1:]:
                part = [(f"{a}:{b}", x * z, u * v) for a, x, u in part for b, z, v in components(s, variable)]
            columns += [(*p, (i, k)) for k, p in enumerate(part)]
        root = np.sqrt(weights)
        basis = np.zeros((s.n, 0))
        self.names, self.units, self.tested, kept = [], [], [], []
        self.terms, self.at, self.keys = terms, {}, []  # where a kept column stands, by term and number within it, and back
        self.length, self.still = {}, []  # of every column; the directions of coefficients along which no fitted value changes
        for name, x, unit, key in columns:
            tested = key[0] == len(terms) - 1
            v = x * root
            size = None
            self.length[key] = math.sqrt(float(v @ v)) or 1.0
            if kept:
                v = v - basis[:, 0] * (basis[:, 0] @ v)
                size = float(v @ v)
                for _ in range(2):
                    v = v - basis @ (basis.T @ v)
                if not size > 1e-24 * float((x * root) @ (x * root)) or float(v @ v) < (1e-12 if tested else 1e-22) * size:
                    shares = np.linalg.lstsq(np.column_stack(kept) * root[:, None], x * root, rcond=None)[0]
                    self.still.append(dict(zip(self.keys, shares)) | {key: -1.0})
                    continue
            basis = np.column_stack([basis, v / math.sqrt(float(v @ v))])
            self.at[key] = len(kept)
            self.keys.append(key)
            kept.append(x)
            self.names.append(name)
            self.units.append(unit)
            self.tested.append(tested)
        self.matrix = np.column_stack(kept)
        self.units = np.array(self.units)
        self.target = np.flatnonzero(self.tested)
        self.rank = len(kept)

    def estimable(self, parts):
        """Whether a combination of coefficients, by term and number within it, is the same whichever collinear column is left out.

        Without it a coefficient may be a difference to the level that was left out, and not to the reference (Searle 1971).
        """
        for direction in self.still:
            dot = sum(w * direction.get(key, 0.0) for key, w in parts.items())
            length = sum((x * self.length[key]) ** 2 for key, x in direction.items())
            own = sum((w / self.length[key]) ** 2 for key, w in parts.items())
            if abs(dot) > 1e-5 * math.sqrt(length * own):
                return False
        return True


def slopes(s, d, params, covariance, unit, quantile, by_group):
    """The simple slopes behind an interaction: in each group, or at the moderator's two ends.

    The ends are the two levels, or the 10th and 90th percentile (the smallest and largest value where those are equal).
    """
    exposure, other = d.terms[-1]
    main, product = (len(d.terms) - 3, 0), len(d.terms) - 1
    if main not in d.at or isinstance(exposure, Factor) and len(s.names[exposure]) > 2:
        return {}

    def slope(at, parts):
        if not d.estimable(parts):
            return []
        c = np.zeros(d.rank)
        for key, weight in parts.items():
            if key in d.at:
                c[d.at[key]] = weight
        scale = d.units[d.at[main]] / unit
        b, e = float(c @ params) * scale, math.sqrt(float(c @ covariance @ c)) * scale
        return [{"at": at, "slope": b, "std_error": e, "low": b - quantile * e, "high": b + quantile * e}]

    if isinstance(other, Factor):
        names = s.names[other]
        found = [slope(name, {main: 1.0} | ({(product, k - 1): 1.0} if k else {})) for k, name in enumerate(names)]
        if by_group:
            found = sum(found, [])
            return {"slopes": {"groups": found}} if found else {}
        if len(names) > 2:
            return {}
    else:
        x = s.numbers(other)
        column, scale = standard(x)
        low, high = percentile(x, 0.1), percentile(x, 0.9)
        if low == high:
            low, high = float(x.min()), float(x.max())
        found = [slope("%.6g" % v, {main: 1.0, (product, 0): (v - x[0]) * scale + column[0]}) for v in (low, high)]
    ends = {end: f[0] for end, f in zip(("low", "high"), found) if f}
    return {"slopes": ends} if ends else {}


def percentile(x, p):
    """R's type 7, in the one order of operations that keeps the digits of a column far from 0."""
    x, h = np.sort(x), p * (len(x) - 1)
    k = int(h)
    return float(x[k] + (h - k) * (x[min(k + 1, len(x) - 1)] - x[k]))


class Linear:
    """A fitted least-squares model: coefficients and their covariance on the scale of the data."""

    def __init__(self, s, y, terms):
        z, unit = standard(y)
        weights = np.ones(s.n)
        if s.weights is not None:
            weights = s.numbers(s.weights)
            weights = weights * unit_of(weights)
        self.design = d = Design(s, terms, weights)
        self.df = s.n - d.rank
        model = sm.WLS(z, d.matrix, weights=weights)
        model.df_model, model.df_resid = d.rank - 1, self.df  # the rank found above, not one guessed from singular values
        self.fit = model.fit()  # by its default, the pseudoinverse: method="qr" inverts R'R, which squares the condition number
        self.scale, self.unit = d.units / unit, unit
        k = d.target
        self.params = self.fit.params[k] * self.scale[k]
        self.errors = self.fit.bse[k] * self.scale[k]
        # No other term contains the tested one, so its Type II F test is the joint test of its coefficients.
        self.f = float(np.squeeze(self.fit.f_test(np.eye(d.rank)[k]).fvalue))

    def robust(self, clusters=None):
        """Standard errors and joint F that do not assume an equal spread; returns them with their degrees of freedom.

        HC3 of MacKinnon and White (1985) with the residual degrees of freedom; or, with clusters, CR1 of Stata, whose degrees
        of freedom are the clusters less one. A row of leverage 1 has no residual and adds nothing.
        """
        model, d = self.fit.model, self.design
        x, e = model.wexog, model.wendog - model.wexog @ self.fit.params
        inverse = self.fit.normalized_cov_params
        df, factor = self.df, 1.0
        if clusters is None:
            h = np.einsum("ij,jk,ik->i", x, inverse, x)
            ok = 1 - h > 1e-10
            scores = x[ok] * (e[ok] / (1 - h[ok]))[:, None]
        else:
            g, at = np.unique(clusters, return_inverse=True)
            scores = np.zeros((len(g), d.rank))
            np.add.at(scores, at, x * e[:, None])
            df = len(g) - 1
            factor = len(g) / df * (len(e) - 1) / self.df
        part = (inverse @ (scores.T @ scores) @ inverse * factor)[np.ix_(d.target, d.target)]
        b = self.fit.params[d.target]
        f = float(b @ np.linalg.solve(part, b)) / len(b)
        return np.sqrt(np.diag(part)) * self.scale[d.target], f, df


def pearson(s, outcome, exposure, ranks=False):
    """Pearson's r with its t test and the slope; Spearman's as Pearson's r of average ranks."""
    x, (y, event) = s.numbers(exposure), s.outcome(outcome)
    if ranks:
        x, y = stats.rankdata(x), stats.rankdata(y)
    z, unit = standard(y)
    x, scale = standard(x)
    fit = sm.OLS(z, sm.add_constant(x, has_constant="add")).fit()
    df = s.n - 2
    t = float(fit.tvalues[1])
    record = s.record("spearman" if ranks else "pearson", "correlation")
    if event is not None:
        record["event"] = event
    if not ranks:
        set_estimate(record, float(fit.params[1]) * scale / unit, float(fit.bse[1]) * scale / unit, float(stats.t.ppf(0.975, df)))
    record["statistic"] = {"name": "t", "value": t, "df2": df}
    set_p(record, two_sided_t(t, df))
    r = t / math.hypot(t, math.sqrt(df))
    return record | correlation("spearman_r" if ranks else "pearson_r", r, s.n - 3)


def least_squares(s, outcome, terms, test, describe=None, errors="model", clusters=None, by_group=False):
    """The t test of one coefficient, or the Type II F test of the last term."""
    y, event = s.outcome(outcome)
    m = Linear(s, y, terms)
    d = m.design
    record = s.record(("ols" if s.weights is None else "wls") + ("" if errors == "model" else "_" + errors), test)
    if event is not None:
        record["event"] = event
    if describe is not None:
        s.describe(record, describe, None if len(terms[-1]) > 1 else y, event is not None and len(terms[-1]) == 1)
    if describe is not terms[-1][-1]:
        record.pop("contrast", None)
    std_errors, f, df = m.errors, m.f, m.df
    if errors != "model":
        std_errors, f, df = m.robust(None if clusters is None else clusters.codes[s.rows])
    quantile = float(stats.t.ppf(0.975, df))
    set_coefficients(record, d, m.params, std_errors, quantile)
    if errors == "model" and len(terms[-1]) > 1:
        record |= slopes(s, d, m.fit.params, m.fit.cov_params(), m.unit, quantile, by_group)
    if test != "omnibus":
        t = float(m.fit.tvalues[d.target[0]])
        set_estimate(record, float(m.params[0]), float(std_errors[0]), quantile)
        value = float(m.params[0] / std_errors[0])
        record["statistic"] = {"name": "t", "value": value, "df2": df}
        set_p(record, two_sided_t(value, df))
        return record | correlation("partial_r", t / math.hypot(t, math.sqrt(m.df)), m.df - 1)
    df1 = len(d.target)
    record["statistic"] = {"name": "F", "value": f, "df1": df1, "df2": df}
    set_p(record, upper_f(f, df1, df))
    more = {}
    if errors == "model":
        more["noncentral_low"], more["noncentral_high"] = noncentral_eta2(f, df1, df)
    return record | partial_eta2(m.f, df1, m.df, s.n, d.rank - 1, **more)


def set_coefficients(record, design, params, errors, quantile):
    record["coefficients"] = [
        {"term": design.names[k], "estimate": float(b), "std_error": float(e), "low": float(b - quantile * e), "high": float(b + quantile * e)}
        for k, b, e in zip(design.target, params, errors) if design.estimable({design.keys[k]: 1.0})]
    if not record["coefficients"]:
        del record["coefficients"]

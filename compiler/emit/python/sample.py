# ---- the rows of a hypothesis -------------------------------------------------------------------------------------------


class Sample:
    """The complete rows of one hypothesis, with the levels of its factors as they enter the model."""

    def __init__(self, table, variables, factors=(), where=None, part=None, weights=None, contrast=None):
        """contrast is (groups, a, b): only rows of these levels are kept; with b None every other level is `rest`."""
        self.total = table.size
        kept = np.full(table.size, True) if where is None else np.broadcast_to(where == 1, table.size)
        if part is not None:
            kept = kept & (part == 1)
        self.level, self.names, self.pooled = {}, {}, []
        if contrast:
            groups, a, b = contrast
            level = np.full(len(groups.keys), 0 if b is None else -1)
            names = ["rest", groups.names[groups.find(a)]]
            if b is not None:
                level[groups.find(b)] = 0
                names[0] = groups.names[groups.find(b)]
            level[groups.find(a)] = 1
            # A row without a group stays, to be counted as incomplete.
            kept = kept & (~groups.present | (level[groups.codes] >= 0))
            self.level[groups], self.names[groups] = level, names
        self.kept = int(kept.sum())
        rows = kept.copy()
        for v in variables:
            rows &= v.present
        self.weights = weights
        if weights is not None:  # analytic weights: a row without a positive one says nothing
            if (weights.values[kept] < 0).any():
                raise ValueError(f"{weights.name}: a negative weight")
            rows &= weights.present & (weights.values > 0)
        self.rows = rows
        self.fix_levels([f for f in factors if not contrast or f is not contrast[0]])
        self.n = int(self.rows.sum())

    def fix_levels(self, factors):
        """The reference level first, sparse levels pooled last.

        Levels under POOL_BELOW rows of a factor with more than two observed levels say little one by one and make the model
        fragile: they become one level, "(other)". Where even that is smaller than POOL_BELOW its rows leave the sample,
        which can make another factor's levels sparse, so this repeats until nothing changes.
        """
        dropped, again = [], True
        while again:
            again, pooled = False, list(dropped)
            for f in factors:
                counts = np.bincount(f.codes[self.rows], minlength=len(f.keys))
                seen = [k for k in range(len(f.keys)) if counts[k] > 0]
                small = [k for k in seen if counts[k] < POOL_BELOW] if len(seen) > 2 else []
                size = sum(int(counts[k]) for k in small)
                large = [k for k in seen if k not in small]
                if f.reference in large:
                    large.remove(f.reference)
                    large.insert(0, f.reference)
                level = np.full(len(f.keys), -1)
                level[large] = range(len(large))
                names = [f.names[k] for k in large]
                if 0 < size < POOL_BELOW:
                    self.rows = self.rows & ~np.isin(f.codes, small)
                    left_out = [{"value": f"{f.name}={f.names[k]} (left out)", "n": int(counts[k])} for k in small]
                    dropped += left_out
                    pooled += left_out
                    again = True
                elif small:
                    level[small] = len(large)
                    names.append("(other)")
                    pooled += [{"value": f"{f.name}={f.names[k]}", "n": int(counts[k])} for k in small]
                self.level[f], self.names[f] = level, names
            self.pooled = pooled

    def numbers(self, variable):
        return variable.values[self.rows]

    def codes(self, factor):
        """0 for the reference, 1, 2, ... for the other levels of the model."""
        return self.level[factor][factor.codes[self.rows]]

    def outcome(self, variable):
        """The outcome as numbers and, when it is binary, the name of the level that counts 1.

        Two levels, or the numbers 0 and 1 alone, are binary. The reference of an outcome is the declared one, else the first.
        """
        if isinstance(variable, Number):
            y = self.numbers(variable)
            return y, "1" if set(y) == {0.0, 1.0} else None
        codes = variable.codes[self.rows]
        first, second = sorted(set(codes))
        if second == variable.reference:
            first, second = second, first
        return (codes == second).astype(float), variable.names[second]

    def record(self, estimator, test):
        return {"status": "ok", "estimator": estimator, "test": test, "n_total": self.total, "n": self.n,
                "coverage": self.n / self.kept, **({"pooled": self.pooled} if self.pooled else {})}

    def describe(self, record, factor, y=None, binary=False):
        """The levels of the tested factor, with the mean and standard deviation of the outcome y there, or its share of events."""
        codes, names = self.codes(factor), self.names[factor]
        record["reference"] = names[0]
        if len(names) == 2:
            record["contrast"] = f"{names[1]} vs {names[0]}"
        record["levels"] = []
        for k, name in enumerate(names):
            level = {"value": name, "n": int((codes == k).sum())}
            if binary:
                level["share"] = float(y[codes == k].mean())
            elif y is not None:
                z, center = around_zero(y)
                z = z[codes == k]
                level["mean"] = center + float(z.mean())
                if len(z) > 1:
                    level["sd"] = float(z.std(ddof=1))
            record["levels"].append(level)


def sample(*what, **which):
    return Sample(*what, **which)


def unit_of(x):
    """A power of two, so that multiplying by it rounds nothing, that brings the largest value between 1/2 and 1."""
    top = float(np.max(np.abs(x), initial=0))
    return 1.0 if top == 0 else math.ldexp(1.0, -max(-1000, math.frexp(top)[1]))


def around_zero(x):
    """x less its mean, and that mean: spreads lose no digits then, however far from 0 x lies."""
    unit = unit_of(x)
    center = float(np.mean(x * unit)) / unit
    return x - center, center

# ---- conditions and derived variables -----------------------------------------------------------------------------------
#
# SQL's three-valued logic: a truth value is 1, 0, or nan where it cannot be told. An operation on a missing value is missing,
# `both` and `either` follow Kleene's tables, and a row is kept only where its condition is 1.


def binary(factor):
    """A binary variable as a number: 0 for its reference level, 1 for the other, of the levels that some row has."""
    seen = [k for k in range(len(factor.keys)) if (factor.codes == k).any()]
    if len(seen) > 2:
        raise ValueError(f"{factor.name}: a binary variable with {len(seen)} levels")
    if len(seen) == 2:
        other = seen[0] if seen[1] == factor.reference else seen[1]
    else:
        other = seen[0] if seen and factor.reference not in (None, seen[0]) else -2
    return Number(factor.name, np.where(factor.present, np.where(factor.codes == other, 1.0, 0.0), np.nan))


def finite(x):
    """What is no finite number (1/0, the log of 0, an overflow) is missing."""
    return np.where(np.isfinite(x), x, np.nan)


def smallest(*x):
    return functools.reduce(np.minimum, x)  # missing where one is


def largest(*x):
    return functools.reduce(np.maximum, x)


def compare(x, operator, y):
    test = {"=": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
    return np.where(np.isnan(x) | np.isnan(y), np.nan, test[operator](x, y))


def both(x, y):
    return np.where((x == 0) | (y == 0), 0.0, x * y)


def either(x, y):
    return opposite(both(opposite(x), opposite(y)))


def opposite(x):
    return 1 - x


def one_of(x, *wanted):
    return np.where(np.isnan(x), np.nan, np.isin(x, wanted))


def between(x, low, high):
    return np.where(np.isnan(x), np.nan, (low <= x) & (x <= high))


def has_level(factor, *codes):
    wanted = [factor.find(code) for code in codes]
    return np.where(factor.present, np.isin(factor.codes, [k for k in wanted if k is not None]), np.nan)


def missing(x):
    return 1.0 - x.present if isinstance(x, (Number, Factor)) else np.isnan(x).astype(float)


def choose(condition, yes, no):
    return np.where(condition == 1, yes, np.where(condition == 0, no, np.nan))


def computed(table, x):
    """A computed variable as cells, so that it is read by the same rules as a column of the data."""
    return [None if math.isnan(v) else float(v) for v in np.broadcast_to(x, table.size)]

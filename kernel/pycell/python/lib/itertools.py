def count(start=0, step=1):
    n = start
    while True:
        yield n
        n += step


def cycle(iterable):
    saved = []
    for x in iterable:
        yield x
        saved.append(x)
    while saved:
        for x in saved:
            yield x


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def _chain(iterables):
    for it in iterables:
        for x in it:
            yield x


class chain:
    def __init__(self, *iterables):
        self._it = _chain(iterables)

    @classmethod
    def from_iterable(cls, iterables):
        c = cls()
        c._it = _chain(iterables)
        return c

    def __iter__(self):
        return self._it

    def __next__(self):
        return next(self._it)


def islice(iterable, *args):
    s = slice(*args)
    start, stop, step = s.start or 0, s.stop, 1 if s.step is None else s.step
    if step < 1 or start < 0 or (stop is not None and stop < 0):
        raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    if stop is not None and stop <= start:
        return
    it = iter(iterable)
    i = 0
    for x in it:
        if i >= start and (i - start) % step == 0:
            yield x
        i += 1
        if stop is not None and i >= stop:
            return


def accumulate(iterable, func=None, *, initial=None):
    it = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    yield total
    for x in it:
        total = total + x if func is None else func(total, x)
        yield total


def takewhile(predicate, iterable):
    for x in iterable:
        if not predicate(x):
            return
        yield x


def dropwhile(predicate, iterable):
    it = iter(iterable)
    for x in it:
        if not predicate(x):
            yield x
            break
    for x in it:
        yield x


def filterfalse(predicate, iterable):
    for x in iterable:
        if not (x if predicate is None else predicate(x)):
            yield x


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def compress(data, selectors):
    for x, s in zip(data, selectors):
        if s:
            yield x


def pairwise(iterable):
    it = iter(iterable)
    try:
        a = next(it)
    except StopIteration:
        return
    for b in it:
        yield a, b
        a = b


def zip_longest(*iterables, fillvalue=None):
    its = [iter(i) for i in iterables]
    end = object()
    while its:
        row = [next(i, end) for i in its]
        if all(x is end for x in row):
            return
        yield tuple(fillvalue if x is end else x for x in row)


def product(*iterables, repeat=1):
    pools = [tuple(p) for p in iterables] * repeat
    n = len(pools)
    if not all(pools):
        return
    at = [0] * n
    while True:
        yield tuple(pools[i][at[i]] for i in range(n))
        for i in reversed(range(n)):
            at[i] += 1
            if at[i] < len(pools[i]):
                break
            at[i] = 0
        else:
            return


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple(pool[i] for i in indices[:r])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple(pool[i] for i in indices[:r])
                break
        else:
            return


def combinations(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r > n:
        return
    at = list(range(r))
    while True:
        yield tuple(pool[i] for i in at)
        for i in reversed(range(r)):
            if at[i] != i + n - r:
                break
        else:
            return
        at[i] += 1
        for j in range(i + 1, r):
            at[j] = at[j - 1] + 1


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if not n and r:
        return
    at = [0] * r
    while True:
        yield tuple(pool[i] for i in at)
        for i in reversed(range(r)):
            if at[i] != n - 1:
                break
        else:
            return
        at[i:] = [at[i] + 1] * (r - i)


def groupby(iterable, key=None):
    group, last, any = [], None, False
    for x in iterable:
        k = x if key is None else key(x)
        if any and k != last:
            yield last, iter(group)
            group = []
        last, any = k, True
        group.append(x)
    if any:
        yield last, iter(group)


def tee(iterable, n=2):
    saved = list(iterable)
    return tuple(iter(saved) for _ in range(n))



def itemgetter(*items):
    if len(items) == 1:
        item = items[0]
        return lambda obj: obj[item]
    return lambda obj: tuple(obj[i] for i in items)


def attrgetter(*names):
    def get(obj, name):
        for n in name.split('.'):
            obj = getattr(obj, n)
        return obj
    if len(names) == 1:
        return lambda obj: get(obj, names[0])
    return lambda obj: tuple(get(obj, n) for n in names)


def methodcaller(name, /, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)


add = lambda a, b: a + b
sub = lambda a, b: a - b
mul = lambda a, b: a * b
truediv = lambda a, b: a / b
floordiv = lambda a, b: a // b
mod = lambda a, b: a % b
pow = lambda a, b: a ** b
neg = lambda a: -a
eq = lambda a, b: a == b
ne = lambda a, b: a != b
lt = lambda a, b: a < b
le = lambda a, b: a <= b
gt = lambda a, b: a > b
ge = lambda a, b: a >= b
not_ = lambda a: not a
and_ = lambda a, b: a & b
or_ = lambda a, b: a | b
xor = lambda a, b: a ^ b
contains = lambda a, b: b in a
getitem = lambda a, b: a[b]

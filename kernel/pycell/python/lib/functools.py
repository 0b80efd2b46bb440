_none = object()


def reduce(function, iterable, initial=_none, /):
    it = iter(iterable)
    total = initial
    if total is _none:
        total = next(it, _none)
        if total is _none:
            raise TypeError('reduce() of empty iterable with no initial value')
    for x in it:
        total = function(total, x)
    return total


def update_wrapper(wrapper, wrapped):
    for name in ('__module__', '__name__', '__qualname__', '__doc__'):
        if name != '__module__' and hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped)
    return decorate


def cmp_to_key(compare):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return compare(self.obj, other.obj) < 0

        def __gt__(self, other):
            return compare(self.obj, other.obj) > 0

        def __eq__(self, other):
            return compare(self.obj, other.obj) == 0

        def __le__(self, other):
            return compare(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return compare(self.obj, other.obj) >= 0
    return K


def total_ordering(cls):
    has = [n for n in ('__lt__', '__le__', '__gt__', '__ge__') if n in cls.__dict__]
    if not has:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = has[0]
    if root == '__lt__':
        more = {'__gt__': lambda s, o: not (s < o) and s != o, '__le__': lambda s, o: s < o or s == o, '__ge__': lambda s, o: not s < o}
    elif root == '__le__':
        more = {'__ge__': lambda s, o: not (s <= o) or s == o, '__lt__': lambda s, o: s <= o and s != o, '__gt__': lambda s, o: not s <= o}
    elif root == '__gt__':
        more = {'__lt__': lambda s, o: not (s > o) and s != o, '__ge__': lambda s, o: s > o or s == o, '__le__': lambda s, o: not s > o}
    else:
        more = {'__le__': lambda s, o: not (s >= o) or s == o, '__gt__': lambda s, o: s >= o and s != o, '__lt__': lambda s, o: not s >= o}
    for name, f in more.items():
        if name not in cls.__dict__:
            setattr(cls, name, f)
    return cls

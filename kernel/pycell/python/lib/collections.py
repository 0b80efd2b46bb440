def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = tuple(field_names)
    for n in names:
        if not n.isidentifier() or n.startswith('_'):
            raise ValueError('Field names cannot start with an underscore and must be identifiers: ' + repr(n))
    defaults = tuple(defaults or ())
    preset = dict(zip(names[len(names) - len(defaults):], defaults))
    cls = type(typename, (_Named,), {})
    cls._fields = names
    cls._field_defaults = preset
    return cls


class _Named:
    def __init__(self, *args, **kwargs):
        names = self._fields
        if len(args) > len(names):
            raise TypeError(f'{type(self).__name__}.__new__() takes {len(names) + 1} positional arguments but {len(args) + 1} were given')
        given = dict(zip(names, args))
        for k, v in kwargs.items():
            if k not in names:
                raise TypeError(f"{type(self).__name__}.__new__() got an unexpected keyword argument '{k}'")
            given[k] = v
        values = []
        for n in names:
            if n in given:
                values.append(given[n])
            elif n in self._field_defaults:
                values.append(self._field_defaults[n])
            else:
                raise TypeError(f"{type(self).__name__}.__new__() missing 1 required positional argument: '{n}'")
        for n, v in zip(names, values):
            object.__setattr__(self, n, v)
        object.__setattr__(self, '_values', tuple(values))

    def __setattr__(self, name, value):
        raise AttributeError("can't set attribute")

    @classmethod
    def _make(cls, values):
        return cls(*values)

    def _asdict(self):
        return dict(zip(self._fields, self._values))

    def _replace(self, **kwargs):
        return type(self)(**{**self._asdict(), **kwargs})

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __getitem__(self, key):
        return self._values[key]

    def __contains__(self, x):
        return x in self._values

    def __eq__(self, other):
        return self._values == (other._values if isinstance(other, _Named) else other)

    def __lt__(self, other):
        return self._values < (other._values if isinstance(other, _Named) else other)

    def __le__(self, other):
        return self._values <= (other._values if isinstance(other, _Named) else other)

    def __gt__(self, other):
        return self._values > (other._values if isinstance(other, _Named) else other)

    def __ge__(self, other):
        return self._values >= (other._values if isinstance(other, _Named) else other)

    def __hash__(self):
        return hash(self._values)

    def __add__(self, other):
        return self._values + tuple(other)

    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join(n + '=' + repr(v) for n, v in zip(self._fields, self._values)) + ')'

    def index(self, x):
        return self._values.index(x)

    def count(self, x):
        return self._values.count(x)


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self._items = list(iterable)
        self.maxlen = maxlen
        self._trim(False)

    def _trim(self, from_right):
        if self.maxlen is not None:
            while len(self._items) > self.maxlen:
                self._items.pop(-1 if from_right else 0)

    def append(self, x):
        self._items.append(x)
        self._trim(False)

    def appendleft(self, x):
        self._items.insert(0, x)
        self._trim(True)

    def extend(self, xs):
        for x in xs:
            self.append(x)

    def extendleft(self, xs):
        for x in xs:
            self.appendleft(x)

    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items = self._items[len(self._items) - n:] + self._items[:len(self._items) - n]

    def clear(self):
        self._items.clear()

    def count(self, x):
        return self._items.count(x)

    def remove(self, x):
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def copy(self):
        return deque(self._items, self.maxlen)

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, x):
        self._items[i] = x

    def __contains__(self, x):
        return x in self._items

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    def __repr__(self):
        end = '' if self.maxlen is None else f', maxlen={self.maxlen}'
        return f'deque({self._items!r}{end})'

MISSING = object()


class Field:
    def __init__(self, default, default_factory, repr, compare, init):
        self.name = None
        self.default = default
        self.default_factory = default_factory
        self.repr = repr
        self.compare = compare
        self.init = init


def field(*, default=MISSING, default_factory=MISSING, repr=True, compare=True, init=True, hash=None, metadata=None, kw_only=False):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, repr, compare, init)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, frozen=False, unsafe_hash=False, kw_only=False, slots=False):
    def decorate(cls):
        return _process(cls, init, repr, eq, order, frozen)
    return decorate if cls is None else decorate(cls)


def _process(cls, init, repr_, eq, order, frozen):
    known = {}
    for base in reversed(cls.__mro__[1:]):
        for f in getattr(base, '__dataclass_fields__', {}).values():
            known[f.name] = f
    for name in cls.__dict__.get('__annotations__', {}):
        value = cls.__dict__.get(name, MISSING)
        f = value if isinstance(value, Field) else Field(value, MISSING, True, True, True)
        f.name = name
        if isinstance(f.default, (list, dict, set)):
            raise ValueError(f"mutable default {type(f.default)} for field {name} is not allowed: use default_factory")
        if isinstance(value, Field):
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
        known[name] = f
    cls.__dataclass_fields__ = known
    fields_ = list(known.values())
    own = cls.__dict__
    if init and '__init__' not in own:
        seen = None
        for f in fields_:
            if f.init and f.default is MISSING and f.default_factory is MISSING:
                if seen:
                    raise TypeError(f"non-default argument '{f.name}' follows default argument")
            elif f.init:
                seen = f.name
        cls.__init__ = _init(cls, fields_)
    if repr_ and '__repr__' not in own:
        cls.__repr__ = lambda self: type(self).__qualname__ + '(' + ', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in fields_ if f.repr) + ')'
    key = lambda self: tuple(getattr(self, f.name) for f in fields_ if f.compare)
    if eq and '__eq__' not in own:
        cls.__eq__ = lambda self, other: key(self) == key(other) if type(other) is type(self) else NotImplemented
    if order:
        cls.__lt__ = lambda self, other: key(self) < key(other) if type(other) is type(self) else NotImplemented
        cls.__le__ = lambda self, other: key(self) <= key(other) if type(other) is type(self) else NotImplemented
        cls.__gt__ = lambda self, other: key(self) > key(other) if type(other) is type(self) else NotImplemented
        cls.__ge__ = lambda self, other: key(self) >= key(other) if type(other) is type(self) else NotImplemented
    if frozen:
        cls.__frozen__ = True
        if eq:
            cls.__hash__ = lambda self: hash(key(self))
    return cls


def _init(cls, fields_):
    params = [f for f in fields_ if f.init]

    def __init__(self, *args, **kwargs):
        if len(args) > len(params):
            raise TypeError(f'{cls.__name__}.__init__() takes {len(params) + 1} positional arguments but {len(args) + 1} were given')
        given = {f.name: a for f, a in zip(params, args)}
        for k, v in kwargs.items():
            if k in given:
                raise TypeError(f"{cls.__name__}.__init__() got multiple values for argument '{k}'")
            if not any(f.name == k for f in params):
                raise TypeError(f"{cls.__name__}.__init__() got an unexpected keyword argument '{k}'")
            given[k] = v
        missing = [f.name for f in params if f.name not in given and f.default is MISSING and f.default_factory is MISSING]
        if missing:
            names = ["'" + n + "'" for n in missing]
            text = names[0] if len(names) == 1 else ' and '.join(names) if len(names) == 2 else ', '.join(names[:-1]) + ', and ' + names[-1]
            raise TypeError(f"{cls.__name__}.__init__() missing {len(missing)} required positional argument{'s' if len(missing) > 1 else ''}: {text}")
        for f in fields_:
            if f.name in given:
                v = given[f.name]
            elif f.default_factory is not MISSING:
                v = f.default_factory()
            elif f.default is not MISSING:
                v = f.default
            else:
                continue
            object.__setattr__(self, f.name, v)
        if hasattr(self, '__post_init__'):
            self.__post_init__()
    return __init__


def fields(obj):
    return tuple(obj.__dataclass_fields__.values())


def is_dataclass(obj):
    return hasattr(obj, '__dataclass_fields__')


def asdict(obj):
    if is_dataclass(obj):
        return {f.name: asdict(getattr(obj, f.name)) for f in fields(obj)}
    if isinstance(obj, list):
        return [asdict(x) for x in obj]
    if isinstance(obj, dict):
        return {k: asdict(v) for k, v in obj.items()}
    return obj


def astuple(obj):
    return tuple(getattr(obj, f.name) for f in fields(obj))


def replace(obj, **changes):
    return type(obj)(**{**{f.name: getattr(obj, f.name) for f in fields(obj) if f.init}, **changes})

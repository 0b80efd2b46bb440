class _Any:
    def __getitem__(self, key):
        return self

    def __class_getitem__(cls, key):
        return cls

    def __call__(self, *args, **kwargs):
        return self


Any = Union = Optional = List = Dict = Set = Tuple = FrozenSet = Callable = Iterable = Iterator = Sequence = Mapping = _Any()
Generator = Type = Literal = ClassVar = Final = Hashable = Number = Collection = MutableMapping = Counter = DefaultDict = _Any()
TYPE_CHECKING = False


def TypeVar(name, *args, **kwargs):
    return Any


def cast(kind, value):
    return value


def NewType(name, kind):
    return lambda x: x


from collections import _Named


class NamedTuple(_Named):
    def __init_subclass__(cls):
        names = tuple(cls.__dict__.get('__annotations__', ()))
        cls._fields = names
        cls._field_defaults = {n: cls.__dict__[n] for n in names if n in cls.__dict__}

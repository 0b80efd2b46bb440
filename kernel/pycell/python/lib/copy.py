def copy(x):
    if hasattr(x, '__copy__'):
        return x.__copy__()
    if isinstance(x, (list, dict, set)):
        return x.copy()
    if hasattr(x, '__dict__') and not isinstance(x, type) and not callable(x):
        c = object.__new__(type(x))
        for k, v in x.__dict__.items():
            object.__setattr__(c, k, v)
        return c
    return x


def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if id(x) in memo:
        return memo[id(x)]
    if isinstance(x, list):
        c = memo[id(x)] = []
        for v in x:
            c.append(deepcopy(v, memo))
        return c
    if isinstance(x, dict):
        c = memo[id(x)] = x.copy()
        for k, v in x.items():
            c[k] = deepcopy(v, memo)
        return c
    if isinstance(x, tuple):
        return tuple(deepcopy(v, memo) for v in x)
    if isinstance(x, set):
        return {deepcopy(v, memo) for v in x}
    if hasattr(x, '__deepcopy__'):
        return x.__deepcopy__(memo)
    if hasattr(x, '__dict__') and not isinstance(x, type) and not callable(x):
        c = memo[id(x)] = object.__new__(type(x))
        for k, v in x.__dict__.items():
            object.__setattr__(c, k, deepcopy(v, memo))
        return c
    return x

# ---- reading the data -------------------------------------------------------------------------------------------------

DECIMAL = re.compile(r"[ \t]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[ \t]*\Z")
TIME = re.compile(r"\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(?:(Z)|([+-])(\d\d):?(\d\d))?)?\s*\Z")


def decimal(text, mark=".", thousands=""):
    """A plain decimal as a float; None for anything else. Inf, NaN and hexadecimal are text, and so are thousands separators
    unless they are declared."""
    if thousands:
        marks = {" ": "[ \u00a0\u202f]", "'": "['\u2019]"}.get(thousands, re.escape(thousands))
        if re.match(r"[ \t]*[+-]?[1-9][0-9]{0,2}(?:" + marks + r"[0-9]{3})+(?![0-9])", text):
            text = re.sub(marks + r"(?=[0-9]{3})", "", text)
    if mark == ",":
        if "." in text:
            return None
        text = text.replace(",", ".", 1)
    found = DECIMAL.match(text)
    value = float(found.group(1)) if found else math.inf
    return value if math.isfinite(value) else None


def iso(text, form):
    """A date of a form such as dd.mm.yyyy, with a time of day or not, as ISO 8601; other texts as they are."""
    if not form:
        return text
    parts = re.split(r"(d+|m+|y+)", form.lower())
    pattern = "".join(re.escape(p) if i % 2 == 0 else f"(?P<{p[0]}>[0-9]{{{'4' if p[0] == 'y' else '1,2'}}})" for i, p in enumerate(parts))
    found = re.match(r"\s*" + pattern + r"(?![0-9])(?P<time>.*)\Z", text, re.ASCII)
    if not found:
        return text
    written = f"{found['y']}-{int(found['m']):02d}-{int(found['d']):02d}{found['time'].rstrip()}"
    try:
        return text if days(written) is None else written
    except ValueError:  # there is no such day
        return text


def days(text):
    """An ISO 8601 date or time as days since 1970-01-01; None for anything else."""
    found = TIME.match(text)
    if not found:
        return None
    year, month, day, hour, minute, second, _, sign, oh, om = found.groups()
    seconds = int(hour or 0) * 3600 + int(minute or 0) * 60 + float(second or 0)
    if sign:
        seconds -= (1 if sign == "+" else -1) * (int(oh) * 3600 + int(om) * 60)
    return datetime.date(int(year), int(month), int(day)).toordinal() - 719163 + seconds / 86400


class Table:
    """A delimited text file. A cell is a float, a text, or None when it is empty or only blanks."""

    def __init__(self, path, delimiter, encoding, sha256, decimal, thousands, dates):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), path)
        with open(path, "rb") as file:
            raw = file.read()
        if sha256 and hashlib.sha256(raw).hexdigest() != sha256:
            print(f"{path}: not the file that the plans were made from; the numbers will differ", file=sys.stderr)
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        csv.field_size_limit(1 << 30)
        rows = csv.reader(io.StringIO(raw.decode("utf-8-sig" if encoding == "utf-8" else encoding), newline=""), delimiter=delimiter)
        header = next(row for row in rows if row)
        rows = [row for row in rows if row]
        self.delimiter, self.decimal, self.thousands, self.dates = delimiter, decimal, thousands, dates
        self.size = len(rows)
        self.texts = {name if name.strip() else f"column_{i + 1}": [row[i] for row in rows] for i, name in enumerate(header)}

    def column(self, name):
        """The cells of a column."""
        texts = self.texts[name]
        mark = self.decimal or "."
        if self.delimiter == ";" and not self.decimal:  # such files may write 1,5: where a column has decimal commas and no decimal point
            comma = any("," in t and decimal(t, ",") is not None for t in texts)
            if comma and not any("." in t and decimal(t) is not None for t in texts):
                mark = ","
        known = {}
        for t in set(texts):
            value = decimal(t, mark, self.thousands)
            known[t] = None if not t.strip(" \t") else iso(t, self.dates) if value is None else value
        return [known[t] for t in texts]


def read(path, delimiter, encoding, sha256, decimal="", thousands="", dates=""):
    return Table(path, delimiter, encoding, sha256, decimal, thousands, dates)


def column(table, name):
    return table.column(name)


def is_missing_code(cell, codes, ranges):
    """Whether a cell means "no answer": codes compare as numbers when both sides are numbers, else as exact text."""
    if isinstance(cell, float):
        return any(decimal(c) == cell for c in codes) or any(low <= cell <= high for low, high in ranges)
    return cell in codes


def numbers(name, cells, missing=(), missing_ranges=(), levels=(), time=False):
    """A variable read as numbers, nan where it is missing. Text levels of an ordinal count 1, 2, ... in declared order."""
    place = {}
    numeric = all(decimal(code) is not None for code, _ in levels)
    for spelling in (0, 1):  # all codes before any label: where both fit, the code wins
        for i, level in enumerate(levels):
            place.setdefault(level[spelling], decimal(level[0]) if numeric else i + 1.0)
    place.pop("", None)
    known = {None: math.nan}
    for cell in set(cells) - {None}:
        if is_missing_code(cell, missing, missing_ranges):
            known[cell] = math.nan
        elif isinstance(cell, float):
            known[cell] = cell
        elif cell in place:
            known[cell] = place[cell]
        elif time and days(cell) is not None:
            known[cell] = days(cell)
        else:
            raise ValueError(f"{name}: {cell!r} is not a number")
    return Number(name, np.array([known[c] for c in cells], dtype=float))


def levels(name, cells, missing=(), missing_ranges=(), levels=(), reference=None):
    """A variable read as levels: the declared ones first, then those found in the data, by number when all are numbers."""
    keys, names, at, labels = [], [], {}, {}
    for code, label in levels:
        key = decimal(code)
        key = code if key is None else key
        at.setdefault(key, len(keys))
        if label:
            labels.setdefault(label, len(keys))
        keys.append(key)
        names.append(label or code)
    found = []
    for cell in set(cells) - {None}:
        if cell in at or is_missing_code(cell, missing, missing_ranges):
            continue
        code = written(cell)
        if code in labels:  # a cell that is no code may hold a level's label
            at[cell] = labels[code]
        else:
            found.append(cell)
    if all(isinstance(c, float) for c in found):
        found.sort()
    else:
        found.sort(key=lambda c: written(c).encode())
    for cell in found:
        at[cell] = len(keys)
        keys.append(cell)
        names.append(written(cell))
    gone = {c for c in set(cells) if c is None or is_missing_code(c, missing, missing_ranges)}
    codes = np.array([-1 if c in gone else at[c] for c in cells], dtype=int)
    return Factor(name, codes, keys, names, reference)


def written(cell):
    """A level's code as text: the shortest decimal that reads back as the same number."""
    if not isinstance(cell, float):
        return cell
    if cell == 0:
        return "0"
    return np.format_float_positional(cell, trim="-") if 1e-6 <= abs(cell) < 1e21 else repr(cell)


class Number:
    """A variable with one number a row, nan where it is missing."""

    def __init__(self, name, values):
        self.name, self.values = name, values
        self.present = ~np.isnan(values)


class Factor:
    """A variable with one level a row; code -1 where it is missing."""

    def __init__(self, name, codes, keys, names, reference):
        self.name, self.codes, self.keys, self.names = name, codes, keys, names
        self.present = codes >= 0
        self.reference = None if reference is None else self.find(reference)

    def find(self, code):
        number = decimal(code)
        key = code if number is None else number
        return self.keys.index(key) if key in self.keys else None

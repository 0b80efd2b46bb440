# ---- holdout ------------------------------------------------------------------------------------------------------------


def holdout(table, share, seed, key=()):
    """1 for the rows of the holdout, 0 for the others: those whose key hashes to less than the declared share.

    The key is the text of the key columns joined by the character 31, or the row number from 1. Its bytes make a polynomial
    modulo the prime 2^31-1 that begins with the seed; x -> (x + 1013904223)^5, a permutation modulo that prime, is applied
    twice, so that neighbouring keys are not alike. A missing key is an empty text, a number its shortest decimal.
    """
    prime = 2**31 - 1
    texts = [[str(i + 1) for i in range(table.size)]]
    if key:
        spell = lambda c: np.format_float_positional(c, trim="-") if isinstance(c, float) else c or ""
        texts = [[spell(c) for c in cells] for cells in key]
    out = []
    for parts in zip(*texts):
        h = seed % prime
        for byte in "\x1f".join(parts).encode():
            h = (h * 257 + byte + 1) % prime
        for _ in range(2):
            h = pow(h + 1013904223, 5, prime)
        out.append(1.0 if h / prime < share else 0.0)
    return np.array(out)


def train(held_out):
    return 1 - held_out

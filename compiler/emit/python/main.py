# ---- running ------------------------------------------------------------------------------------------------------------


def differences(want, got, path=""):
    """The numbers of a record of `hyp run --json` that this script finds otherwise."""
    if isinstance(want, dict) and isinstance(got, dict):
        return [d for key in got if key in want for d in differences(want[key], got[key], f"{path}.{key}")]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [d for i, (a, b) in enumerate(zip(want, got)) for d in differences(a, b, f"{path}[{i}]")]
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        same = path == ".p" or math.isclose(want, got, rel_tol=1e-6, abs_tol=1e-9)  # p is compared through log10_p
    else:
        same = want == got
    return [] if same else [f"{path[1:]}: here {got!r}, recorded {want!r}"]


def main():
    options = argparse.ArgumentParser(description="Prints one JSON record a hypothesis.")
    options.add_argument("--only", help="only these hypotheses: H3,H4")
    options.add_argument("--check", metavar="FILE", help="compare with the records of `hyp run --json` in FILE")
    options = options.parse_args()
    only = options.only.split(",") if options.only else None
    recorded = {}
    if options.check:
        with open(options.check, encoding="utf-8") as file:
            recorded = {r["name"]: r for r in map(json.loads, filter(str.strip, file))}
    failed = False
    for name, claim, answer, on_holdout in HYPOTHESES:
        if only and name not in only:
            continue
        record = {"name": name, "claim": claim}
        try:
            record |= answer()
            if on_holdout:
                record["holdout"] = on_holdout()
        except Exception as error:  # the others still run
            record |= {"status": "failed", "message": f"{type(error).__name__}: {error}"}
            failed = True
        if not options.check:
            print(json.dumps(record, allow_nan=False))
            continue
        found = differences(recorded[name], record) if name in recorded else ["not recorded"]
        failed = failed or bool(found)
        print(f"{name}: " + ("; ".join(found) if found else "every number agrees"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

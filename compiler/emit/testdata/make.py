#!/usr/bin/env python3
"""Writes awkward.csv and semicolon.csv: names and cells that scripts may stumble over. Python 3, no packages."""
import csv
import random

r = random.Random(20240501)
columns = ["id", "größe (cm)", 'say "hi"', "back`tick", "penguin 🐧", "if", "c\\d", "group", "grade", "flag", "w", "site", "when", "t"]
places = ["São Paulo", "NA", "O'Hare", 'the "west"', "北京", "rare", "rarer"]
rows = []
for i in range(240):
    x = r.gauss(170, 9)
    g = r.choices(places, [60, 60, 50, 40, 30, 3, 2])[0]
    z = r.gauss(0, 1) + 0.02 * (x - 170)
    grade = r.choice(["low", "mid", "high", "9"])
    flag = "yes" if r.random() < 1 / (1 + 2.718281828 ** (-z)) else "no"
    y = 3 + 0.05 * x + 0.4 * z + places.index(g) * 0.1 + r.gauss(0, 1)
    rows.append([
        1000 + i // 2, f"{x:.2f}", f"{y:.3f}" if r.random() > 0.05 else "", f"{z:.4f}" if r.random() > 0.05 else "-99",
        r.choice(["1", "2", "2.0", "3", "8"]), f"{r.gauss(0, 1) * 10:.1f}", r.choice(["a", "b ", "c,d", " "]), g, grade,
        flag, r.choice(["0", "1", "2.5", "", "1e0"]), r.randrange(12), f"{1990 + r.randrange(20)}-0{1 + r.randrange(9)}-1{r.randrange(10)}", r.randrange(1, 6)])
with open("awkward.csv", "w", newline="", encoding="utf-8-sig") as f:
    w = csv.writer(f, lineterminator="\r\n")
    w.writerow(columns)
    w.writerows(rows)
with open("semicolon.csv", "w", newline="", encoding="utf-8") as f:
    w = csv.writer(f, delimiter=";", lineterminator="\n")
    w.writerow(["a", "b", "c"])
    for i in range(60):
        a = r.gauss(10, 2)
        w.writerow([f"{a:.2f}".replace(".", ","), f"{2 * a + r.gauss(0, 3):.1f}", r.choice(["u", "v", "x"])])

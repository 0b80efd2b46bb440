"""Writes peers.json: levels of the rules by the Python package online-fdr, for two streams of p-values.

  pip install online-fdr==1.0.0 mpmath && python peers.py > peers.json

mixed: 300 p-values, a fifth of them of alternatives. rising: alternatives that thin out, as a loop's findings do.
The e-values of elond come from the p-values by mpmath, the integral of kappa p^(kappa-1) over kappa in [0, 1] taken numerically.
"""
import json, math, random
import mpmath
from online_fdr.p_values.investing.lord.plus_plus import LordPlusPlus
from online_fdr.p_values.investing.saffron.saffron import Saffron
from online_fdr.p_values.investing.alpha.alpha import Gai
from online_fdr.core.utils.sequence import DefaultSaffronGammaSequence
from online_fdr.e_values.sequential import ELond

alpha = 0.05

def normal_p(shift, r):
    return math.erfc(abs(r.gauss(shift, 1)) / math.sqrt(2))

def streams():
    r = random.Random(7)
    yield 'mixed', [normal_p(4.0, r) if r.random() < .2 else r.random() for _ in range(300)]
    yield 'rising', [normal_p(5.0, r) if r.random() < math.exp(-t / 60) else r.random() for t in range(300)]

def e_value(p):
    return float(mpmath.quad(lambda k: k * mpmath.mpf(p) ** (k - 1), [0, 1]))

out = []
for name, ps in streams():
    fast = LordPlusPlus(alpha=alpha, wealth=alpha / 10)
    fast.seq = DefaultSaffronGammaSequence(gamma_exp=1.6, c=0.4374901658)
    for rule, test in (('lord', LordPlusPlus(alpha=alpha, wealth=alpha / 10)), ('lord power', fast), ('saffron', Saffron(alpha=alpha, wealth=alpha / 2, lambda_=.5)),
                       ('alpha_investing', Gai(alpha=alpha, wealth=alpha / 2)), ('elond', ELond(alpha=alpha))):
        levels, rejected = [], []
        for p in ps:
            r = test.test_one(e_value(p) if rule == 'elond' else p)
            levels.append(test.last_test_level)
            rejected.append(bool(r))
        out.append(dict(stream=name, rule=rule.split()[0], sequence='power' if 'power' in rule else '', alpha=alpha, p=ps, levels=levels, rejected=rejected))
print(json.dumps(out))

"""More unanswerable questions: a name in the question is exchanged for another question's name, so that the passage no longer answers it;
and fact lines with titles ("France — Capital — name: Paris") against the same line of another country."""
import lzma, json, re, random, gzip
random.seed(11)
D = json.load(lzma.open('clean.json.xz', 'rt'))
P, qa = (D['passages'], D['qa'])
name = re.compile("(?<=[a-z,'’] )((?:[A-Z][\\w'’-]+)(?: (?:[A-Z][\\w'’-]+|of|the|de)){0,3})(?=[\\s?,.'’])")
SRC = {'squad11', 'squad_rge', 'squad_sent', 'qamr', 'qed_nq', 'covidqa', 'qasper', 'zre', 'ares_nq', 'ares_hotpotqa'}
found = []
pool = []
for i, x in enumerate(qa):
    if x[0] not in SRC or x[5] != 1:
        continue
    m = [n for n in name.findall(x[1]) if n.lower() in P[x[2]].lower() and len(n) > 3]
    if m:
        found.append((i, m))
        pool += m
new = []
for i, m in found:
    if random.random() > 0.75:
        continue
    x = qa[i]
    n = random.choice(m)
    for _ in range(8):
        o = random.choice(pool)
        if o.lower() not in P[x[2]].lower() and (' ' in o) == (' ' in n):
            break
    else:
        continue
    new.append(['swap', x[1].replace(n, o, 1), x[2], -1, -1, 0, [], -1])
C = [json.loads(l) for l in gzip.open('../data/starter/world-facts-2026.jsonl.gz', 'rt')]
by = {}
for c in C:
    for f in c['fields']:
        if 2 < len(f['value']) < 220:
            by.setdefault((f['field'], f.get('subfield')), {}).setdefault(c['name'], f['value'])
ASK = {('Government', '')}

def ask(country, field, sub):
    f = re.sub(' - .*', '', field).lower()
    s = (sub or '').lower()
    t = f'{s} of the {f}' if s and s not in ('total', 'note', 'name') else f
    own = {'capital': 'capital', 'chief of state': 'president or head of state', 'head of government': 'head of government', 'exchange rates': 'currency', 'population': 'population', 'area': 'area', 'languages': 'language', 'airports': 'number of airports', 'internet country code': 'internet domain', 'time difference': 'time zone', 'life expectancy at birth': 'life expectancy'}
    w = own.get(s) or own.get(f) or t
    return random.choice([f'What is the {w} of {country}?', f'{country} {w}', f"What is {country}'s {w}?", f'Tell me the {w} of {country}.', f'Which {w} does {country} have?', f'How is the {w} in {country}?'])
idx = {}

def pid(t):
    if t not in idx:
        idx[t] = len(P)
        P.append(t)
    return idx[t]
line = lambda c, k, v: f'{c} — {k[0]}' + (f' — {k[1]}' if k[1] else '') + f': {v}'
keys = [k for k, v in by.items() if len(v) > 40]
nf = 0
for k in keys:
    cs = list(by[k])
    random.shuffle(cs)
    for c in cs[:34]:
        v = by[k][c]
        t = line(c, k, v)
        o = random.choice([z for z in cs if z != c])
        k2 = random.choice(keys)
        same = by[k2].get(c)
        neg = [pid(line(o, k, by[k][o]))] + ([pid(line(c, k2, same))] if same and k2 != k else [])
        s = len(t) - len(v)
        new.append(['facts', ask(c, *k), pid(t), s, min(len(t), s + 60), 1, neg, -1])
        nf += 1
print('swap', len(new) - nf, 'facts', nf, 'passages', len(P))
print([x[1] for x in random.sample(new, 12)])
D['qa'] = qa + new
json.dump(D, lzma.open('clean2.json.xz', 'wt', preset=6))

"""Keep only pieces whose terms allow commercial use, and add the hardest negative there is: the passage without the sentence that answers."""
import lzma, json, re, random
random.seed(3)
QA_OK = {'squad11', 'squad_rge', 'squad_sent', 'qamr', 'qed_nq', 'policyqa', 'covidqa', 'qasper', 'boolq', 'zre', 'aqa', 'ares_nq', 'ares_hotpotqa', 'scitailqa'}
NLI_OK = {'expertqa', 'fever', 'fm2', 'mnli', 'paws', 'qaclaim', 'synth', 'snli', 'scitail', 'wice'}
D = json.load(lzma.open('data.json.xz', 'rt'))
P = D['passages']
qa = [x for x in D['qa'] if x[0] in QA_OK]
nli = [x for x in D['nli'] if x[0] in NLI_OK]
sent = re.compile('(?<=[.!?])["”’)]*\\s+(?=[A-Z"“(0-9])')
hard = 0
new = {}
for x in qa:
    while len(x) < 8:
        x.append(0)
    x[7] = -1
    if x[5] != 1 or x[3] < 0:
        continue
    t = P[x[2]]
    a = t[x[3]:x[4]].strip().lower()
    if len(a) < 2:
        continue
    cuts = [0] + [m.end() for m in sent.finditer(t)] + [len(t)]
    keep = []
    for u, v in zip(cuts, cuts[1:]):
        if u < x[4] and v > x[3]:
            continue
        keep.append(t[u:v])
    r = ' '.join((s.strip() for s in keep))
    if len(r) < 80 or a in r.lower():
        continue
    k = (x[2], r)
    if k not in new:
        new[k] = len(P) + len(new)
    x[7] = new[k]
    hard += 1
P = P + [k[1] for k in new]
used = sorted(set((j for x in qa for j in [x[2]] + x[6] + ([x[7]] if x[7] >= 0 else []))))
mp = {j: i for i, j in enumerate(used)}
P = [P[j] for j in used]
for x in qa:
    x[2] = mp[x[2]]
    x[6] = [mp[j] for j in x[6]]
    x[7] = mp[x[7]] if x[7] >= 0 else -1
print(len(P), len(qa), len(nli), 'hard', hard)
json.dump(dict(passages=P, qa=qa, nli=nli, abdev=D['abdev']), lzma.open('clean.json.xz', 'wt', preset=6))

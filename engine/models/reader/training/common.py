"""Shared pieces: a small BERT with three heads, encoding, span decoding, held-out evaluation."""
import json, re, math, collections, random
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from tokenizers import Tokenizer
CLS, SEP = (101, 102)
MAXLEN, MAXQ = (256, 64)

class Layer(nn.Module):

    def __init__(s, H, I, A, drop):
        super().__init__()
        s.A = A
        s.D = H // A
        s.drop = drop
        s.q = nn.Linear(H, H)
        s.k = nn.Linear(H, H)
        s.v = nn.Linear(H, H)
        s.o = nn.Linear(H, H)
        s.ln1 = nn.LayerNorm(H, eps=1e-12)
        s.i = nn.Linear(H, I)
        s.f = nn.Linear(I, H)
        s.ln2 = nn.LayerNorm(H, eps=1e-12)

    def forward(s, x, mask, export=False):
        B, L, H = x.shape
        sh = lambda t: t.view(B, L, s.A, s.D).permute(0, 2, 1, 3)
        q, k, v = (sh(s.q(x)), sh(s.k(x)), sh(s.v(x)))
        if export:
            w = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(s.D) + mask
            a = torch.matmul(torch.softmax(w, dim=-1), v)
        else:
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.to(q.dtype), dropout_p=s.drop if s.training else 0.0)
        a = a.permute(0, 2, 1, 3).contiguous().view(B, L, H)
        x = s.ln1(F.dropout(s.o(a), s.drop, s.training) + x)
        return s.ln2(F.dropout(s.f(F.gelu(s.i(x))), s.drop, s.training) + x)

class Model(nn.Module):
    """heads: span (start,end logits per token), ans (is the question answered here), ent (does the passage support the claim)"""

    def __init__(s, layers=6, H=384, I=1536, A=12, V=30522, drop=0.1):
        super().__init__()
        s.cfg = dict(layers=layers, H=H, I=I, A=A, V=V)
        s.we = nn.Embedding(V, H)
        s.pe = nn.Embedding(512, H)
        s.te = nn.Embedding(2, H)
        s.ln = nn.LayerNorm(H, eps=1e-12)
        s.layers = nn.ModuleList([Layer(H, I, A, drop) for _ in range(layers)])
        s.span = nn.Linear(H, 2)
        s.ans = nn.Sequential(nn.Linear(H, H), nn.GELU(), nn.Dropout(drop), nn.Linear(H, 1))
        s.ent = nn.Sequential(nn.Linear(H, H), nn.GELU(), nn.Dropout(drop), nn.Linear(H, 1))
        s.drop = drop

    def encode(s, ids, am, tt, export=False):
        pos = torch.arange(ids.shape[1], device=ids.device)[None]
        x = s.ln(s.we(ids) + s.te(tt) + s.pe(pos))
        x = F.dropout(x, s.drop, s.training)
        mask = (1.0 - am[:, None, None, :].to(x.dtype)) * -10000.0
        for l in s.layers:
            x = l(x, mask, export)
        return x

    def forward(s, ids, am, tt, export=False):
        x = s.encode(ids, am, tt, export)
        sp = s.span(x)
        c = x[:, 0]
        return (sp[..., 0], sp[..., 1], s.ans(c)[:, 0], s.ent(c)[:, 0])

def load_q8(m, path, pick=None):
    """initial weights: per-row int8 npz (see prep_weights.py); pick = which source layers to take"""
    z = np.load(path)
    deq = lambda n: torch.tensor(z[n + '.q'].astype(np.float32) * z[n + '.s'][:, None] if n + '.q' in z else z[n].astype(np.float32))
    sd = m.state_dict()
    pick = pick or list(range(len(m.layers)))
    for n in list(sd):
        src = n
        if n.startswith('layers.'):
            i = int(n.split('.')[1])
            src = 'layers.%d.' % pick[i] + '.'.join(n.split('.')[2:])
        if src + '.q' in z or src in z:
            sd[n] = deq(src)
    m.load_state_dict(sd)
    return m

def build(qi, pi):
    qi = qi[:MAXQ]
    pi = pi[:MAXLEN - 3 - len(qi)]
    return (qi, pi)

def collate(pairs, mult=8):
    """pairs: [(q_ids,p_ids)] -> ids, mask, types, passage offset per row"""
    pairs = [build(*x) for x in pairs]
    L = max((len(q) + len(p) + 3 for q, p in pairs))
    L = (L + mult - 1) // mult * mult
    n = len(pairs)
    ids = np.zeros((n, L), np.int64)
    am = np.zeros((n, L), np.int64)
    tt = np.zeros((n, L), np.int64)
    off = np.zeros(n, np.int64)
    pl = np.zeros(n, np.int64)
    for r, (q, p) in enumerate(pairs):
        a = len(q) + 2
        b = a + len(p)
        ids[r, 0] = CLS
        ids[r, 1:a - 1] = q
        ids[r, a - 1] = SEP
        ids[r, a:b] = p
        ids[r, b] = SEP
        am[r, :b + 1] = 1
        tt[r, a:b + 1] = 1
        off[r] = a
        pl[r] = len(p)
    return (ids, am, tt, off, pl)

class Scorer:
    """run(pairs of text) -> ans, ent, best span (char start, end, score); fn(ids,am,tt)->4 numpy arrays"""

    def __init__(s, tok, fn, bs=256):
        s.tok = tok
        s.fn = fn
        s.bs = bs
        s.c = {}

    def enc(s, t):
        if t not in s.c:
            e = s.tok.encode(t, add_special_tokens=False)
            s.c[t] = (e.ids, e.offsets)
        return s.c[t]

    def run(s, pairs, spans=True):
        n = len(pairs)
        A = np.zeros(n)
        E = np.zeros(n)
        S = [None] * n
        order = sorted(range(n), key=lambda i: len(s.enc(pairs[i][0])[0]) + len(s.enc(pairs[i][1])[0]))
        for lo in range(0, n, s.bs):
            ix = order[lo:lo + s.bs]
            ids, am, tt, off, pl = collate([(s.enc(pairs[i][0])[0], s.enc(pairs[i][1])[0]) for i in ix])
            st, en, a, e = s.fn(ids, am, tt)
            for r, i in enumerate(ix):
                A[i] = a[r]
                E[i] = e[r]
                if spans and pl[r]:
                    x = st[r, off[r]:off[r] + pl[r]].astype(np.float64)
                    y = en[r, off[r]:off[r] + pl[r]].astype(np.float64)
                    M = x[:, None] + y[None]
                    M = np.where(np.tri(len(x), len(x), -1).T + np.eye(len(x)) > 0, M, -1000000000.0)
                    M = np.where(np.tri(len(x), len(x), 25) > 0, M, -1000000000.0)
                    k = int(M.argmax())
                    i0, i1 = divmod(k, len(x))
                    o = s.enc(pairs[i][1])[1]
                    S[i] = (o[i0][0], o[i1][1], float(M[i0, i1]))
        return (A, E, S)

def norm_ans(s):
    s = re.sub('\\b(a|an|the)\\b', ' ', ''.join((c for c in s.lower() if c.isalnum() or c.isspace())))
    return ' '.join(s.split())

def f1(a, b):
    a, b = (norm_ans(a).split(), norm_ans(b).split())
    c = sum((collections.Counter(a) & collections.Counter(b)).values())
    return 0.0 if c == 0 else 2 * c / (len(a) + len(b))

def auc(pos, neg):
    x = np.concatenate([pos, neg])
    r = x.argsort().argsort() + 1.0
    return (r[:len(pos)].sum() - len(pos) * (len(pos) + 1) / 2) / (len(pos) * len(neg))

def macro(y, p):
    y = np.array(y)
    p = np.array(p)
    o = []
    for c in (0, 1):
        tp = ((y == c) & (p == c)).sum()
        o.append(2 * tp / max(1, (y == c).sum() + (p == c).sum()))
    return float(np.mean(o))
tokw = lambda s: re.findall('[a-z0-9]+', s.lower())
STOP = set('the a an of in on at to for and or is are was were be been what which who whom whose when where why how did do does with by from as that this it its his her their'.split())

class BM25:

    def __init__(s, docs):
        s.tf = [collections.Counter((w for w in tokw(d) if w not in STOP)) for d in docs]
        s.dl = [sum(t.values()) for t in s.tf]
        s.av = np.mean(s.dl)
        df = collections.Counter((w for t in s.tf for w in t))
        n = len(docs)
        s.idf = {w: math.log(1 + (n - d + 0.5) / (d + 0.5)) for w, d in df.items()}
        s.post = collections.defaultdict(list)
        for i, t in enumerate(s.tf):
            for w, c in t.items():
                s.post[w].append((i, c))

    def top(s, q, k, bad=()):
        sc = collections.Counter()
        for w in set(tokw(q)):
            for i, c in s.post.get(w, ()):
                sc[i] += s.idf[w] * c * 2.2 / (c + 1.2 * (0.25 + 0.75 * s.dl[i] / s.av))
        return [(i, v) for i, v in sc.most_common(k + len(bad)) if i not in bad][:k]

def windows(text, claim, n=170, step=110, top=3):
    w = text.split()
    if len(w) <= n:
        return [text]
    c = set(tokw(claim)) - STOP
    W = [' '.join(w[i:i + n]) for i in range(0, max(1, len(w) - n + step), step)]
    return sorted(W, key=lambda x: -len(c & set(tokw(x))))[:top]

def sentence_of(ctx, pos):
    b = [0] + [m.end() for m in re.finditer('[.!?]["\\\')\\]]?\\s+(?=[A-Z"\\\'(\\[0-9])', ctx)] + [len(ctx)]
    for x, y in zip(b, b[1:]):
        if x <= pos < y:
            return ctx[x:y]
    return ctx[b[-2]:]

def evaluate(sc, xq, ab500, abood, rgb, abdev, quick=False):
    R = {}
    arts = xq['data']
    order = list(arts)
    random.Random(565).shuffle(order)
    devt = set((a['title'] for a in order[:24]))
    paras = []
    art = []
    qs = []
    for a in arts:
        for p in a['paragraphs']:
            for q in p['qas']:
                qs.append((q['question'], [x['text'] for x in q['answers']], len(paras), a['title']))
            paras.append(p['context'])
            art.append(a['title'])
    if quick:
        qs = qs[::4]
    A, E, S = sc.run([(q, paras[g]) for q, _, g, _ in qs])
    held = np.array([t not in devt for *_, t in qs])
    pred = [paras[g][s[0]:s[1]] for (q, an, g, t), s in zip(qs, S)]
    em = np.array([max((norm_ans(p) == norm_ans(a) for a in an)) for p, (q, an, g, t) in zip(pred, qs)])
    ff = np.array([max((f1(p, a) for a in an)) for p, (q, an, g, t) in zip(pred, qs)])
    R['xquad_gold_para'] = dict(EM=em.mean(), F1=ff.mean(), EM_held=em[held].mean(), F1_held=ff[held].mean())
    bm = BM25(paras)
    pairs = []
    meta = []
    for qi, (q, an, g, t) in enumerate(qs):
        for i, v in bm.top(q, 10):
            pairs.append((q, paras[i]))
            meta.append((qi, i, v, 0))
        bad = [i for i in range(len(paras)) if art[i] == t]
        for i, v in bm.top(q, 10, bad):
            pairs.append((q, paras[i]))
            meta.append((qi, i, v, 1))
    A, E, S = sc.run(pairs)
    by = collections.defaultdict(list)
    for k, (qi, i, v, w) in enumerate(meta):
        by[qi, w].append((A[k], v, i, S[k]))
    r0 = []
    r1 = []
    rm = []
    sent = []
    pos = []
    neg = []
    emE = []
    r5 = []
    for qi, (q, an, g, t) in enumerate(qs):
        l = by[qi, 0] or [(-20.0, 0.0, -1, (0, 0, 0.0))]
        r0.append(max(l, key=lambda x: x[1])[2] == g)
        best = max(l, key=lambda x: x[0])
        r1.append(best[2] == g)
        rm.append(max(l, key=lambda x: x[0] + 0.25 * x[1])[2] == g)
        r5.append(g in [x[2] for x in l])
        s = best[3]
        snt = sentence_of(paras[best[2]], s[0])
        sent.append(any((a.lower() in snt.lower() for a in an)))
        emE.append(max((f1(paras[best[2]][s[0]:s[1]], a) for a in an)))
        pos.append(best[0])
        neg.append(max((x[0] for x in by[qi, 1]), default=-20))
    pos = np.array(pos)
    neg = np.array(neg)
    m = lambda x, h=None: float(np.mean(np.array(x)[h] if h is not None else x))
    R['xquad_end2end'] = dict(bm25_R1=m(r0), bm25_R10=m(r5), ce_R1=m(r1), ce_bm25mix_R1=m(rm), gold_in_best_sentence=m(sent), span_F1=m(emE), held=dict(bm25_R1=m(r0, held), ce_R1=m(r1, held), mix_R1=m(rm, held), sentence=m(sent, held), span_F1=m(emE, held)))
    thr = float(np.quantile(pos[~held], 0.05))
    R['answer_threshold_5pct_dev'] = thr
    R['refusal'] = dict(auc_all=auc(pos, neg), auc_held=auc(pos[held], neg[held]), refused_at_dev_thr_held=float((neg[held] < thr).mean()), false_refusals_held=float((pos[held] < thr).mean()), refused_at_own_5pct_held=float((neg[held] < np.quantile(pos[held], 0.05)).mean()))
    P = []
    k = []
    for i, r in enumerate(rgb):
        for kind in ('positive', 'negative', 'positive_wrong'):
            for d in r[kind][:10]:
                P.append((r['query'], d))
                k.append((i, kind))
    A, E, S = sc.run(P)
    d = collections.defaultdict(lambda: -20.0)
    for (i, kd), a in zip(k, A):
        d[i, kd] = max(d[i, kd], a)
    ps = np.array([d[i, 'positive'] for i in range(len(rgb))])
    ng = np.array([d[i, 'negative'] for i in range(len(rgb))])
    R['rgb'] = dict(n=len(rgb), neg_refused_at_dev_thr=float((ng < thr).mean()), pos_refused_at_dev_thr=float((ps < thr).mean()), auc=auc(ps, ng))

    def ent(rows):
        P = []
        k = []
        for i, (s, c, p, y) in enumerate(rows):
            for w in windows(p, c):
                P.append((c, w))
                k.append(i)
        A, E, _ = sc.run(P, False)
        o = np.full(len(rows), -20.0)
        for i, e in zip(k, E):
            o[i] = max(o[i], e)
        return (o, np.array([r[3] for r in rows]))

    def rows(R_):
        o = []
        for r in R_:
            ref = r['references']
            if isinstance(ref, str):
                import ast
                try:
                    ref = ast.literal_eval(ref)
                except Exception:
                    ref = [ref]
            o.append([r['src_dataset'], r['claim'], ' '.join(ref), int(r['attribution_label'] == 'attributable')])
        return o
    o, y = ent(abdev)
    c = np.unique(np.round(o, 2))
    t = float(max(c, key=lambda t: macro(y, o > t)))
    R['entail_threshold_abdev'] = t
    R['abdev_macroF1'] = macro(y, o > t)
    for n, d in (('ab500', rows(ab500)), ('abood', rows(abood))):
        o, y = ent(d)
        R[n] = dict(macroF1=macro(y, o > t), macroF1_at0=macro(y, o > 0), best_possible=float(max((macro(y, o > q) for q in np.quantile(o, np.linspace(0.05, 0.95, 60))))), auc=auc(o[y == 1], o[y == 0]), by={s: round(macro(y[ix], o[ix] > t), 3) for s in sorted(set((r[0] for r in d))) for ix in [np.array([i for i, r in enumerate(d) if r[0] == s])]})
    return R

def load_eval(d):
    rd = lambda f: [json.loads(l) for l in open(d + f, encoding='utf-8') if l.strip()]
    return (json.load(open(d + 'xquad.en.json')), rd('ab500.jsonl'), rd('abood.jsonl'), rd('rgb.jsonl'))

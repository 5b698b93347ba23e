"""Multi-task training of the cross-encoder; time-boxed (the LR schedule follows the clock).
 python train.py --init gte.npz --layers 12 --secs 240 --out teacher.pt
 python train.py --init minilm.npz --layers 6 --secs 220 --teacher teacher.pt --out student.pt
"""
import argparse, gzip, lzma, json, time, os, sys, threading, queue
from common import *
ap = argparse.ArgumentParser()
for a, d in dict(data='data.json.xz', tok='tokenizer.json', init='', out='m.pt', teacher='', eval='', pick='').items():
    ap.add_argument('--' + a, default=d)
ap.add_argument('--layers', type=int, default=6)
ap.add_argument('--secs', type=float, default=200)
ap.add_argument('--lr', type=float, default=0.00015)
ap.add_argument('--groups', type=int, default=96)
ap.add_argument('--nlib', type=int, default=192)
ap.add_argument('--steps', type=int, default=10 ** 9)
ap.add_argument('--seed', type=int, default=0)
ap.add_argument('--frompt', default='')
ap.add_argument('--limit', type=int, default=0)
ap.add_argument('--tlayers', type=int, default=6)
a = ap.parse_args()
torch.manual_seed(a.seed)
rng = np.random.default_rng(a.seed)
dev = 'cuda' if torch.cuda.is_available() else 'cpu'
t00 = time.time()
D = json.load((lzma if a.data.endswith('xz') else gzip).open(a.data, 'rt'))
P, QA, NLI = (D['passages'], D['qa'], D['nli'])
if a.limit:
    QA = QA[::max(1, len(QA) // a.limit)]
    NLI = NLI[::max(1, len(NLI) // a.limit)]
tok = Tokenizer.from_file(a.tok)
tok.no_padding()
tok.no_truncation()
if a.limit:
    need = sorted(set((j for x in QA for j in [x[2]] + x[6] + ([x[7]] if x[7] >= 0 else []))))
    mp = {j: i for i, j in enumerate(need)}
    P = [P[j] for j in need]
    for x in QA:
        x[2] = mp[x[2]]
        x[6] = [mp[j] for j in x[6]]
        x[7] = mp.get(x[7], -1)

def encall(ts, off=False):
    o = []
    for lo in range(0, len(ts), 20000):
        for e in tok.encode_batch(ts[lo:lo + 20000], add_special_tokens=False):
            o.append((np.array(e.ids, np.int32)[:MAXLEN + 100], e.offsets[:MAXLEN + 100] if off else None))
    return o
Pt = encall(P, True)
Qt = [x[0] for x in encall([x[1] for x in QA])]
Ct = [x[0] for x in encall([x[1] for x in NLI])]
Rt = [x[0] for x in encall([x[2] for x in NLI])]

def tokspan(i):
    x = QA[i]
    if x[3] < 0:
        return (-1, -1)
    o = Pt[x[2]][1]
    s = e = -1
    for k, (u, v) in enumerate(o):
        if s < 0 and v > x[3]:
            s = k
        if u < x[4]:
            e = k
        else:
            break
    return (s, e)
SP = [tokspan(i) for i in range(len(QA))]
Pids = [p[0] for p in Pt]
del Pt
print('tokenised', len(QA), len(NLI), '%.0fs' % (time.time() - t00), 'spans', sum((s >= 0 for s, _ in SP)), flush=True)
WQ = dict(swap=0.7, facts=0.25, squad11=2, squad_rge=1.5, qed_nq=2, policyqa=0.3, subjqa=0.3, tweetqa=0.5, zre=0.6, bioasq=0.5, trecqa=0.5, boolq=0.5, multirc=0.5, scitailqa=0.5, qasper=0.7, aqa=1.5)
WN = dict(abdev=3, expertqa=2, wice=2, snli=0.4, mnli=0.8, scitail=0.5, sick=0.4, paws=0.6, qaclaim=0.8, climatefever=0.6, qags=1.5)

def epoch_q():
    w = np.array([WQ.get(x[0], 1.0) for x in QA])
    n = rng.poisson(w)
    ix = np.repeat(np.arange(len(QA)), n)
    rng.shuffle(ix)
    return ix

def epoch_n():
    w = np.array([WN.get(x[0], 1.0) for x in NLI])
    ix = np.repeat(np.arange(len(NLI)), rng.poisson(w))
    rng.shuffle(ix)
    return ix

def gen_q():
    while True:
        ix = epoch_q()
        for lo in range(0, len(ix), a.groups * 16):
            c = ix[lo:lo + a.groups * 16]
            c = sorted(c, key=lambda i: len(Pids[QA[i][2]]))
            bl = [c[k:k + a.groups] for k in range(0, len(c), a.groups)]
            rng.shuffle(bl) if False else None
            for b in rng.permutation(len(bl)):
                yield bl[b]

def gen_n():
    while True:
        ix = epoch_n()
        for lo in range(0, len(ix), a.nlib * 16):
            c = sorted(ix[lo:lo + a.nlib * 16], key=lambda i: len(Rt[i]))
            bl = [c[k:k + a.nlib] for k in range(0, len(c), a.nlib)]
            for b in rng.permutation(len(bl)):
                yield bl[b]

def make(gq, gn):
    g = next(gq)
    pairs = []
    lab = []
    grp = []
    ss = []
    ee = []
    for r, i in enumerate(g):
        x = QA[i]
        q = Qt[i][:MAXQ]
        s, e = SP[i]
        room = MAXLEN - 3 - len(q)
        pp = Pids[x[2]]
        if s >= 0 and e >= room:
            k = min(s - int(rng.integers(10, 80)), len(pp) - room)
            k = max(0, k)
            pp = pp[k:]
            s -= k
            e -= k
        if e >= room:
            s = e = -1
        pairs.append((q, pp))
        lab.append(x[5])
        grp.append(r if x[5] else -1)
        ss.append(s if x[5] else -1)
        ee.append(e if x[5] else -1)
        nn_ = 3 if x[5] else 1
        h = x[7] if len(x) > 7 and isinstance(x[7], int) else -1
        if h >= 0 and rng.random() < 0.7:
            pairs.append((q, Pids[h]))
            lab.append(0)
            grp.append(r if x[5] else -1)
            ss.append(-1)
            ee.append(-1)
            nn_ = 2
        if x[6]:
            for j in rng.choice(x[6], min(nn_, len(x[6])), replace=False):
                pairs.append((q, Pids[j]))
                lab.append(0)
                grp.append(r if x[5] else -1)
                ss.append(-1)
                ee.append(-1)
    Q = collate(pairs, 32)
    ss = np.array(ss)
    ee = np.array(ee)
    off = Q[3]
    ss = np.where(ss >= 0, ss + off, -100)
    ee = np.where(ee >= 0, ee + off, -100)
    n = next(gn)
    N = collate([(Ct[i], Rt[i]) for i in n], 32)
    ny = np.array([NLI[i][3] for i in n], np.float32)
    return (Q[:3], np.array(lab, np.float32), np.array(grp), ss, ee, N[:3], ny)
qq = queue.Queue(12)

def worker(seed):
    gq, gn = (gen_q(), gen_n())
    while True:
        qq.put(make(gq, gn))
for i in range(3):
    threading.Thread(target=worker, args=(i,), daemon=True).start()

def mk(layers):
    return Model(layers)
m = mk(a.layers)
if a.frompt:
    m.load_state_dict(torch.load(a.frompt, map_location='cpu')['sd'])
elif a.init:
    load_q8(m, a.init, [int(x) for x in a.pick.split(',')] if a.pick else None)
m.to(dev).train()
T = None
if a.teacher:
    if a.teacher.endswith('npz'):
        T = load_q8(Model(a.tlayers), a.teacher)
    else:
        ck = torch.load(a.teacher, map_location='cpu')
        T = Model(ck['cfg']['layers'])
        T.load_state_dict(ck['sd'])
    T.to(dev).eval()
    T = T.to(torch.bfloat16) if dev == 'cuda' else T
nd = [p for n, p in m.named_parameters() if p.ndim < 2]
wd = [p for n, p in m.named_parameters() if p.ndim >= 2]
opt = torch.optim.AdamW([dict(params=wd, weight_decay=0.01), dict(params=nd, weight_decay=0)], lr=a.lr, betas=(0.9, 0.98), fused=dev == 'cuda')
import contextlib
ac = lambda: torch.autocast('cuda', dtype=torch.bfloat16) if dev == 'cuda' else contextlib.nullcontext()
cu = lambda x: torch.from_numpy(x).to(dev, non_blocking=True)
t0 = time.time()
step = 0
run = collections.Counter()
seqs = 0
while step < a.steps:
    fr = min(1, (time.time() - t0) / a.secs) if a.steps > 10 ** 8 else step / a.steps
    if fr >= 1:
        break
    for g in opt.param_groups:
        g['lr'] = a.lr * min(1, fr / 0.05 + 0.001) * max(0.02, 1 - fr)
    Q, lab, grp, ss, ee, N, ny = qq.get()
    Q = [cu(x) for x in Q]
    N = [cu(x) for x in N]
    lab, grp, ss, ee, ny = map(cu, (lab, grp, ss, ee, ny))
    with ac():
        s, e, an, _ = m(*Q)
        _, _, _, en = m(*N)
    s, e, an, en = (s.float(), e.float(), an.float(), en.float())
    pm = (Q[2] * Q[1]).bool()
    s = s.masked_fill(~pm, -10000.0)
    e = e.masked_fill(~pm, -10000.0)
    Lsp = (F.cross_entropy(s, ss, ignore_index=-100, reduction='sum') + F.cross_entropy(e, ee, ignore_index=-100, reduction='sum')) / 2 / (ss >= 0).sum().clamp(min=1)
    La = F.binary_cross_entropy_with_logits(an, lab, weight=1 + lab)
    G = int(grp.max()) + 1
    ok = grp >= 0
    lse = torch.full((G,), -10000.0, device=dev)
    mx = torch.full((G,), -10000.0, device=dev).scatter_reduce(0, grp[ok], an[ok].detach(), 'amax')
    den = torch.zeros(G, device=dev).scatter_add(0, grp[ok], (an[ok] - mx[grp[ok]]).exp())
    po = ok & (lab > 0)
    Lr = (mx[grp[po]] + den[grp[po]].log() - an[po]).mean()
    Le = F.binary_cross_entropy_with_logits(en, ny)
    loss = Lsp + La + 0.5 * Lr + Le
    if T is not None:
        with torch.no_grad(), ac():
            ts, te, ta, _ = T(*Q)
            _, _, _, tn = T(*N)
        ts, te, ta, tn = (ts.float(), te.float(), ta.float(), tn.float())
        po2 = lab > 0
        kl = lambda x, y: F.kl_div(F.log_softmax(x / 1.5, -1), F.log_softmax(y.masked_fill(~pm[po2], -10000.0) / 1.5, -1), log_target=True, reduction='batchmean')
        Ls = (kl(s[po2], ts[po2]) + kl(e[po2], te[po2])) / 2
        Lk = F.binary_cross_entropy_with_logits(an, ta.sigmoid()) + F.binary_cross_entropy_with_logits(en, tn.sigmoid()) + 0.05 * F.mse_loss(an, ta) + 0.05 * F.mse_loss(en, tn)
        loss = 0.4 * loss + Ls + Lk
        run['kd'] += float(Lk.detach()) if step % 50 == 0 else 0
    opt.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    opt.step()
    step += 1
    seqs += len(lab) + len(ny)
    if step % 200 == 0 or step <= 2 or step == a.steps:
        print(step, '%.0fs' % (time.time() - t0), 'seq/s %.0f' % (seqs / (time.time() - t0)), 'q', qq.qsize(), 'loss sp %.3f a %.3f r %.3f e %.3f' % (Lsp, La, Lr, Le), 'lr %.1e' % opt.param_groups[0]['lr'], flush=True)
torch.save(dict(cfg=m.cfg, sd={k: v.half() for k, v in m.state_dict().items()}, steps=step), a.out)
print('saved', a.out, step, 'steps', seqs, 'seqs', '%.0fs' % (time.time() - t00), flush=True)
if a.eval:
    m.eval()

    def fn(i, am, tt):
        with torch.no_grad(), ac():
            o = m(*(cu(x) for x in (i, am, tt)))
        return [x.float().cpu().numpy() for x in o]
    R = evaluate(Scorer(tok, fn), *load_eval(a.eval), D['abdev'], quick=dev == 'cpu')
    print(json.dumps(R, default=float), flush=True)
    json.dump(R, open(a.out + '.eval.json', 'w'), default=float)
os._exit(0)

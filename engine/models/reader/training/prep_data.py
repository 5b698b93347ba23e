"""Build the training mixture from public GitHub snapshots (bare git dirs, one per repository, under MIRROR).

Only blobs <= 4 MiB are present in those snapshots, so the mixture is made of many small files.
Output: data.json.gz  {passages:[str], qa:[...], nli:[...]}
  qa  rows: [src, question, passage_idx, start_char|-1, end_char|-1, answerable 0/1, [negative passage idx...], pair_only 0/1]
  nli rows: [src, claim, premise, label 0/1]
Leak guards: nothing from SQuAD dev / XQuAD (title + 8-gram filter), nothing whose question or claim is in
AttributionBench test500 / OOD, no HAGRID/BEGIN/AttrScore, no RGB/TAT-QA/FinanceBench.
"""
import json, gzip, subprocess, os, re, csv, io, random, collections, ast, sys, zipfile
import numpy as np, scipy.sparse as sp
csv.field_size_limit(10 ** 9)
random.seed(7)
M = os.environ['MIRROR'] + '/'
EV = os.environ['HELD_OUT'] + '/'

def show(repo, path):
    g = M + repo + '/repo'
    if os.path.isdir(g + '/.git'):
        g += '/.git'
    r = subprocess.run(['git', '--git-dir=' + g, 'show', 'HEAD:' + path], capture_output=True)
    if r.returncode:
        print('MISSING', repo, path, file=sys.stderr)
    return r.stdout.decode('utf-8', 'replace')

def NI(t):
    b = show('yizhongw+natural-instructions', 'tasks/' + t + '.json')
    return json.loads(b)['Instances'] if b else []
norm = lambda s: re.sub('\\s+', ' ', re.sub('[^a-z0-9 ]', ' ', s.lower())).strip()

def detok(s):
    s = s.replace('-LRB-', '(').replace('-RRB-', ')').replace('-LSB-', '[').replace('-RSB-', ']').replace('``', '"').replace("''", '"')
    s = re.sub(' ([,.;:!?%)\\]])', '\\1', s)
    s = re.sub('([(\\[]) ', '\\1', s)
    s = re.sub(" ('s|n't|'re|'ve|'ll|'d|'m)\\b", '\\1', s)
    return re.sub('\\s+', ' ', s).strip()
XQ = json.load(open(EV + 'xquad.en.json'))['data']
xtitles = [re.sub('[_]', ' ', re.sub('_\\(.*?\\)|,_.*', '', a['title'])).lower() for a in XQ]
xgrams = set()
for a in XQ:
    for p in a['paragraphs']:
        w = norm(p['context']).split()
        for i in range(len(w) - 7):
            xgrams.add(' '.join(w[i:i + 8]))
xq = set((norm(q['question']) for a in XQ for p in a['paragraphs'] for q in p['qas']))

def leak(text, strict=False):
    w = norm(text).split()
    if any((' '.join(w[i:i + 8]) in xgrams for i in range(0, len(w) - 7))):
        return True
    if strict:
        t = ' ' + ' '.join(w) + ' '
        if any((' ' + norm(x) + ' ' in t for x in xtitles)):
            return True
    return False
AB = [json.loads(l) for f in ('ab500', 'abood') for l in open(EV + f + '.jsonl')]
abq = set((norm(r['question']) for r in AB if r.get('question')))
abc = set((norm(r['claim']) for r in AB))
P = []
Pid = {}
Pdoc = []

def pas(t, doc):
    if t in Pid:
        return Pid[t]
    Pid[t] = len(P)
    P.append(t)
    Pdoc.append(doc)
    return Pid[t]
QA = []
NLI = []
stat = collections.Counter()
drop = collections.Counter()

def addqa(src, q, ctx, ans=None, start=None, answerable=1, doc=None, strict=False, pair_only=0, maxw=230):
    q = q.strip()
    if len(q) < 8 or len(ctx) < 25:
        return
    if norm(q) in xq or leak(ctx, strict):
        drop[src] += 1
        return
    s = e = -1
    if answerable and ans:
        if start is None or ctx[start:start + len(ans)].lower() != ans.lower():
            start = ctx.lower().find(ans.lower())
        if start >= 0:
            s, e = (start, start + len(ans))
    w = [m.span() for m in re.finditer('\\S+', ctx)]
    if len(w) > maxw:
        c = 0
        if s >= 0:
            c = next((i for i, (a, b) in enumerate(w) if b > s), 0)
        lo = max(0, min(c - random.randint(40, maxw - 60), len(w) - maxw))
        hi = min(len(w), lo + maxw)
        a0, b0 = (w[lo][0], w[hi - 1][1])
        if s >= 0 and (s < a0 or e > b0):
            s = e = -1
        ctx = ctx[a0:b0]
        if s >= 0:
            s -= a0
            e -= a0
    QA.append([src, q, pas(ctx, doc or src + str(hash(ctx) % 10 ** 9)), s, e, answerable, [], pair_only])
    stat[src] += 1

def addnli(src, claim, prem, y):
    claim = re.sub('\\s+', ' ', claim).strip()
    prem = re.sub('\\s+', ' ', prem).strip()
    if len(claim) < 8 or len(prem) < 8:
        return
    if norm(claim) in abc or leak(prem):
        drop[src] += 1
        return
    NLI.append([src, claim, prem, int(y)])
    stat[src] += 1

def squadfile(src, d, strict=False):
    for a in d:
        for p in a['paragraphs']:
            for q in p['qas']:
                if q.get('is_impossible'):
                    addqa(src, q['question'], p['context'], answerable=0, doc=src + a.get('title', ''), strict=strict)
                elif q.get('answers'):
                    addqa(src, q['question'], p['context'], q['answers'][0]['text'], q['answers'][0]['answer_start'], doc=src + a.get('title', ''), strict=strict)
squadfile('squad11', json.loads(show('tomhosking+aqleaderboard', 'data/test-v1.1.json'))['data'])
sq2 = json.loads(show('PhongNTDo+guide_train_MRC_transformers', 'train-v2.0.json'))['data']
for a in sq2:
    have = set((norm(r[1]) for r in QA))
    for p in a['paragraphs']:
        p['qas'] = [q for q in p['qas'] if q.get('is_impossible') or norm(q['question']) not in have]
squadfile('squad11', [dict(a, title=a['title']) for a in sq2])
for f in ('train', 'valid', 'test'):
    for x in json.loads(show('EmptyCityJK+flan-response-evaluator', 'data/squad/%s.json' % f)):
        for q in x['qas']:
            if not isinstance(q, dict):
                continue
            an = q.get('answers') or q.get('answer') or []
            if isinstance(an, list):
                an = an[0] if an else {}
            t = an.get('text') if isinstance(an, dict) else an
            if isinstance(t, list):
                t = t[0] if t else None
            addqa('squad_rge', q['question'], x['context'], t, an.get('answer_start') if isinstance(an, dict) and isinstance(an.get('answer_start'), int) else None, strict=True)
d = json.loads(show('KOU-201270+model-selection', 'data/squad/train.json'))
for q, a in zip(d['questions'], d['answers']):
    addqa('squad_sent', q, a, strict=True)
seen = set()
for v in ('7b', '8b', '9b', '6b'):
    b = show('KOU-201270+model-selection', 'data/bioasq%s/train.json' % v)
    if not b:
        continue
    d = json.loads(b)
    for q, a in zip(d['questions'], d['answers']):
        if (q, a) in seen:
            continue
        seen.add((q, a))
        addqa('bioasq', q, a)
for f in ('dev', 'test'):
    sid = None
    docs = collections.defaultdict(dict)
    for l in show('uwnlp+qamr', 'data/readable/%s.tsv' % f).split('\n'):
        if l.startswith('#'):
            sid = l[1:].strip()
            txt = None
        elif sid and txt is None:
            txt = l.strip()
            docs[':'.join(sid.split(':')[:3])].setdefault(sid, [txt, []])
        elif l.strip() and '\t' in l:
            q, a = l.split('\t')[:2]
            q = re.split('\\s{3,}', q.strip())[0]
            docs[':'.join(sid.split(':')[:3])][sid][1].append((q, a.strip()))
    allsids = [(dk, s) for dk in docs for s in docs[dk]]
    for dk in docs:
        for s, (txt, qs) in docs[dk].items():
            others = [x for x in docs[dk] if x != s]
            k = random.choice([0, 0, 1, 2, 3])
            parts = [(s, txt)] + [(o, docs[dk][o][0]) for o in random.sample(others, min(k, len(others)))]
            while len(parts) < k + 1:
                dk2, s2 = random.choice(allsids)
                parts.append((s2, docs[dk2][s2][0]))
            random.shuffle(parts)
            ctx = ' '.join((t for _, t in parts))
            off = ctx.find(txt)
            qs = list({q: a for q, a in qs}.items())
            random.shuffle(qs)
            for q, a in qs[:6]:
                st = txt.find(a)
                addqa('qamr', q, ctx, a, off + st if st >= 0 else None, doc='qamr' + dk)
for l in show('google-research-datasets+QED', 'qed-dev.jsonlines').split('\n'):
    if not l.strip():
        continue
    r = json.loads(l)
    ctx = r['paragraph_text']
    a = r.get('original_nq_answers') or []
    try:
        s = a[0][0] if isinstance(a[0], list) else a[0]
        addqa('qed_nq', r['question_text'].rstrip('?') + '?', ctx, s['string'], s['start'], doc='qed' + r['title_text'])
    except Exception:
        addqa('qed_nq', r['question_text'], ctx, doc='qed' + r['title_text'])
for f in ('dev', 'test'):
    squadfile('policyqa', json.loads(show('wasiahmad+PolicyQA', 'data/%s.json' % f))['data'])
squadfile('covidqa', json.loads(show('deepset-ai+COVID-QA', 'data/question-answering/200423_covidQA.json'))['data'])
for dom in ('electronics', 'grocery', 'restaurants', 'tripadvisor'):
    rows = list(csv.DictReader(io.StringIO(show('megagonlabs+SubjQA', 'SubjQA/%s/splits/train.csv' % dom))))
    random.shuffle(rows)
    for r in rows[:700]:
        c = r['review'].replace('ANSWERNOTFOUND', '').strip()
        a = r['human_ans_spans']
        addqa('subjqa', r['question'], c, None if a == 'ANSWERNOTFOUND' else a, answerable=0 if a == 'ANSWERNOTFOUND' else 1)
rx = lambda pat, s: re.search(pat, s, re.S)
for x in NI('task1327_qa_zre_answer_generation_from_question'):
    m = rx('Context : (.*?)\\n?Question : (.*)', x['input'])
    if m:
        addqa('zre', m[2], m[1].strip(), x['output'][0])
for x in NI('task239_tweetqa_answer_generation')[:2500]:
    m = rx('Context: (.*) Question: (.*)', x['input'])
    if m:
        addqa('tweetqa', m[2], m[1].strip(), x['output'][0])
for x in NI('task1555_scitail_answer_generation'):
    m = rx('Sentence: (.*?) Question: (.*)', x['input'])
    if m:
        addqa('scitailqa', m[2], m[1].strip(), x['output'][0])
for x in NI('task050_multirc_answerability'):
    m = rx('Sentence: (.*?)\\s*\\nQuestion: (.*)', x['input'])
    if m:
        addqa('multirc', m[2], m[1].strip(), answerable=1 if x['output'][0].lower().startswith('yes') else 0)
for x in NI('task1640_aqa1.0_answerable_unanswerable_question_classification'):
    m = rx('(.*)Question: (.*)', x['input'])
    if m:
        addqa('aqa', m[2], m[1].replace('Passage:', '').strip(), answerable=1 if x['output'][0] == 'True' else 0, strict=True)
for x in NI('task460_qasper_answer_generation'):
    m = rx('(.*)\\n Question: (.*)', x['input'])
    if m:
        addqa('qasper', m[2], m[1].strip(), x['output'][0] if x['output'][0] not in ('Yes', 'No') else None)
for x in NI('task593_sciq_explanation_generation'):
    m = rx('Question: (.*) Answer: (.*)', x['input'])
    if m:
        addqa('sciq', m[1], x['output'][0], m[2].strip())
for x in NI('task870_msmarco_answer_generation'):
    m = rx('(.*) Query: (.*)', x['input'])
    if m:
        addqa('msmarco', m[2], m[1].strip())
for x in NI('task918_coqa_answer_generation'):
    m = rx('story: (.*), question: (.*)', x['input'])
    if m:
        addqa('coqa', m[2], m[1].strip(), x['output'][0])
for x in NI('task1661_super_glue_classification'):
    m = rx('Passage: (.*)\\nQuestion: (.*)', x['input'])
    if m:
        addqa('boolq', m[2], m[1].strip())
for x in NI('task1294_wiki_qa_answer_verification'):
    m = rx('(.*), Answer: (.*)', x['input'])
    if m:
        addqa('wikiqa', m[1], m[2].strip(), answerable=1 if x['output'][0] == 'Yes' else 0)
for r in csv.DictReader(io.StringIO(show('brmson+dataset-sts', 'data/anssel/wang/train.csv'))):
    addqa('trecqa', detok(r['qtext']), detok(r['atext']), answerable=int(r['label']))
for n in ('hotpotqa', 'multirc', 'nq', 'record', 'wow'):
    z = zipfile.ZipFile(io.BytesIO(subprocess.run(['git', '--git-dir=' + M + 'stanford-futuredata+ARES/repo', 'show', 'HEAD:datasets/synthetic_queries/%s_synthetic_queries.zip' % n], capture_output=True).stdout))
    name = [x for x in z.namelist() if x.endswith('.tsv') and 'MACOSX' not in x][0]
    for r in csv.DictReader(io.StringIO(z.read(name).decode('utf-8', 'replace')), delimiter='\t'):
        if r['Context_Relevance_Label'] == 'Yes' and r['document'] and r['synthetic_query']:
            a = r['generated_answer'] if r['Answer_Faithfulness_Label'] == 'Yes' else None
            if a and (len(a) > 60 or a not in r['document']):
                a = None
            addqa('ares_' + n, r['synthetic_query'], re.sub('\\s+', ' ', r['document']), a, doc='ares' + n + r['document_index'])
print('qa', dict(stat), 'dropped', dict(drop), 'passages', len(P))
qa_n = len(QA)
tok = lambda s: re.findall('[a-z0-9]+', s.lower())
STOP = set('the a an of in on at to for and or is are was were be been what which who whom whose when where why how did do does with by from as that this it its his her their many much has have had not'.split())
V = {}
rows = []
cols = []
vals = []
dl = []
for i, t in enumerate(P):
    c = collections.Counter((w for w in tok(t) if w not in STOP))
    dl.append(sum(c.values()))
    for w, n in c.items():
        rows.append(i)
        cols.append(V.setdefault(w, len(V)))
        vals.append(n)
dl = np.array(dl)
TF = sp.csr_matrix((vals, (rows, cols)), shape=(len(P), len(V)), dtype=np.float32)
df = np.asarray((TF > 0).sum(0)).ravel()
idf = np.log(1 + (len(P) - df + 0.5) / (df + 0.5)).astype(np.float32)
k1, b = (1.2, 0.75)
TFc = TF.tocoo()
den = TFc.data + k1 * (1 - b + b * dl[TFc.row] / dl.mean())
W = sp.csr_matrix((TFc.data * (k1 + 1) / den * idf[TFc.col], (TFc.row, TFc.col)), shape=TF.shape).T.tocsr()
Pn = [' ' + norm(t) + ' ' for t in P]
bydoc = collections.defaultdict(list)
for i, dn in enumerate(Pdoc):
    bydoc[dn].append(i)
inv = (TF > 0).tocsc()
B = 512
for lo in range(0, qa_n, B):
    chunk = QA[lo:lo + B]
    r = []
    c = []
    for i, x in enumerate(chunk):
        for w in set(tok(x[1])):
            if w in V and w not in STOP:
                r.append(i)
                c.append(V[w])
    S = (sp.csr_matrix((np.ones(len(r), np.float32), (r, c)), shape=(len(chunk), len(V))) @ W).toarray()
    for i, x in enumerate(chunk):
        pi = x[2]
        a = P[pi][x[3]:x[4]] if x[3] >= 0 else None
        an = ' ' + norm(a) + ' ' if a else None
        ok = lambda j: j != pi and (not (an and an.strip() and (an in Pn[j])))
        top = np.argpartition(-S[i], 40)[:40]
        top = top[np.argsort(-S[i][top])]
        hard = [int(j) for j in top if ok(j) and S[i][j] > 0 and (an or Pdoc[j] != Pdoc[pi])]
        if not an:
            hard = hard[3:]
        same = [j for j in bydoc[Pdoc[pi]] if ok(j)] if an else []
        rare = sorted((w for w in set(tok(x[1])) if w in V and w not in STOP and (3 <= df[V[w]] <= 400)), key=lambda w: df[V[w]])
        off = []
        if rare:
            js = inv[:, V[random.choice(rare[:3])]].indices
            js = [int(j) for j in np.random.permutation(js)[:8] if ok(j) and Pdoc[j] != Pdoc[pi] and (j not in hard[:15])]
            off = js[:1]
        x[6] = (random.sample(same, min(1, len(same))) + hard[:3] + random.sample(hard[3:20], min(2, len(hard[3:20]))) + off)[:6]
    if lo % (B * 20) == 0:
        print('bm25', lo, flush=True)

def pair(s, p1='Sentence 1: (.*?) ?Sentence 2: (.*)'):
    m = rx(p1, s)
    return (m[1].strip(), m[2].strip()) if m else (None, None)

def cap(l, n):
    l = list(l)
    random.shuffle(l)
    return l[:n]
for t, (y1, y2) in {'task184_snli_entailment_to_neutral_text_modification': (1, 0), 'task186_snli_contradiction_to_entailment_text_modification': (0, 1), 'task187_snli_entailment_to_contradiction_text_modification': (1, 0), 'task188_snli_neutral_to_entailment_text_modification': (0, 1)}.items():
    for x in cap(NI(t), 4000):
        p, h = pair(x['input'])
        if p:
            addnli('snli', h, p, y1)
            addnli('snli', x['output'][0], p, y2)
for x in NI('task200_mnli_entailment_classification'):
    m = rx('Statement: (.*?) Choices:\\s*1\\. (.*?)\\s*2\\. (.*?)\\s*3\\. (.*)', x['input'])
    if m:
        for k in (2, 3, 4):
            addnli('mnli', m[k], m[1], str(k - 1) == x['output'][0].strip())
for t in ('task201_mnli_neutral_classification',):
    for x in cap(NI(t), 3000):
        m = rx('Statement: (.*?) Choices:\\s*1\\. (.*?)\\s*2\\. (.*?)\\s*3\\. (.*)', x['input'])
        if m and x['output'][0].strip() in '123':
            addnli('mnli', m[int(x['output'][0]) + 1], m[1], 0)
for t in ('task1385_anli_r1_entailment', 'task1386_anli_r2_entailment', 'task1387_anli_r3_entailment'):
    for x in NI(t):
        m = rx('Premise: (.*) <sep> Hypothesis: (.*)', x['input'])
        addnli('anli', m[2], m[1], x['output'][0] == 'Entailment')
for x in NI('task1388_cb_entailment'):
    m = rx('Premise: (.*) <sep> Hypothesis: (.*)', x['input'])
    if m:
        addnli('cb', m[2], m[1], x['output'][0] == 'Entailment')
for x in NI('task1344_glue_entailment_classification'):
    p, h = pair(x['input'])
    addnli('rte', h, p, x['output'][0] == '1')
for x in NI('task1529_scitail1.1_classification'):
    m = rx('Premise: (.*?)\\s*\\n? Hypothesis: (.*)', x['input'])
    if m:
        addnli('scitail', m[2], m[1], x['output'][0] == 'entails')
for x in NI('task1554_scitail_classification'):
    h, p = pair(x['input'])
    if h:
        addnli('scitail', h, p, x['output'][0] == 'entails')
for x in NI('task1612_sick_label_classification'):
    m = rx('sentence_A: (.*) sentence_B: (.*)', x['input'])
    addnli('sick', m[2], m[1], x['output'][0] == '0')
for x in NI('task400_paws_paraphrase_classification'):
    a = x['input'].split('\n')
    if len(a) >= 2:
        addnli('paws', detok(a[1]), detok(a[0]), x['output'][0] == 'Paraphrase')
A = show('asaakyan+covidfact', 'RTE-Fever/processed/dev.raw.input0').split('\n')
Bc = show('asaakyan+covidfact', 'RTE-Fever/processed/dev.raw.input1').split('\n')
L = show('asaakyan+covidfact', 'RTE-Fever/processed/dev.label').split('\n')
for p, h, y in zip(A, Bc, L):
    addnli('fever', h, detok(p), y == 'entailment')
for l in show('athnlp+athnlp-labs', 'data/fever/test.jsonl').split('\n'):
    if l.strip():
        r = json.loads(l)
        if r.get('evidence') and r['label'] in ('SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'):
            addnli('fever', r['claim'], detok(' '.join(r['evidence'])), r['label'] == 'SUPPORTS')
for l in show('asaakyan+covidfact', 'COVIDFACT_dataset.jsonl').split('\n'):
    if l.strip():
        r = json.loads(l)
        addnli('covidfact', r['claim'], ' '.join(r['evidence']), r['label'] == 'SUPPORTED')
for l in show('tdiggelm+climate-fever-dataset', 'dataset/climate-fever.jsonl').split('\n'):
    if l.strip():
        r = json.loads(l)
        for e in r['evidences']:
            addnli('climatefever', r['claim'], e['evidence'], e['evidence_label'] == 'SUPPORTS')
for f in ('dev', 'test'):
    for l in show('google-research+fool-me-twice', 'dataset/%s.jsonl' % f).split('\n'):
        if not l.strip():
            continue
        r = json.loads(l)
        g = ' '.join((e['text'] for e in r['gold_evidence']))
        addnli('fm2', r['text'], g, r['label'] == 'SUPPORTS')
        rt = [e['text'] for e in r['retrieved_evidence'] if e['text'] not in g]
        if rt and random.random() < 0.5:
            mix = [g] + random.sample(rt, min(3, len(rt)))
            random.shuffle(mix)
            addnli('fm2', r['text'], ' '.join(mix), r['label'] == 'SUPPORTS')
        elif len(rt) > 2 and random.random() < 0.4:
            addnli('fm2', r['text'], ' '.join(random.sample(rt, 3)), 0)
    for r in csv.DictReader(io.StringIO(show('sarrouti+HealthVer', 'data/healthver_%s.csv' % f))):
        addnli('healthver', r['claim'], r['evidence'], r['label'].lower().startswith('support'))
    for l in show('ryokamoi+wice', 'code_and_resources/entailment_inputs/oracle_chunks/claim/%s.jsonl' % f).split('\n'):
        if l.strip():
            r = json.loads(l)
            if r['label'] != 'partially_supported' or random.random() < 0.6:
                addnli('wice', r['claim'], ' '.join(r['evidence']), r['label'] == 'supported')
for f in ('cnndm', 'xsum'):
    for l in show('W4ngatang+qags', 'data/mturk_%s.jsonl' % f).split('\n'):
        if l.strip():
            r = json.loads(l)
            for s in r['summary_sentences']:
                addnli('qags', s['sentence'], ' '.join(r['article'].split()[:230]), sum((x['response'] == 'yes' for x in s['responses'])) * 2 > len(s['responses']))

def windows(text, claim, n=190):
    w = text.split()
    if len(w) <= n:
        return text
    c = set(tok(claim)) - STOP
    best = max(range(0, len(w) - n + 60, 60), key=lambda i: len(c & set(tok(' '.join(w[i:i + n])))))
    return ' '.join(w[best:best + n])
abd = []
for l in show('OSU-NLP-Group+AttributionBench', 'data/dev_all_subset_balanced.jsonl').split('\n'):
    if not l.strip():
        continue
    r = json.loads(l)
    refs = r['references']
    if isinstance(refs, str):
        try:
            refs = ast.literal_eval(refs)
        except Exception:
            refs = [refs]
    if norm(r['claim']) in abc or norm(r['question']) in abq:
        drop['abdev'] += 1
        continue
    abd.append((r['question'], r['claim'], ' '.join(refs), r['attribution_label'] == 'attributable', r['src_dataset']))
byq = sorted(set((x[0] for x in abd)))
random.Random(3).shuffle(byq)
hold = set(byq[:len(byq) // 4])
ABDEV = []
for q, c, p, y, s in abd:
    if q in hold:
        ABDEV.append([s, c, p, int(y)])
    else:
        addnli('abdev', c, windows(p, c), y)
holdn = set(map(norm, hold))
sc = set()
for f in ('rand_val', 'rand_test', 'domain_val', 'domain_test'):
    for l in show('chaitanyamalaviya+ExpertQA', 'data/lfqa/%s.jsonl' % f).split('\n'):
        if not l.strip():
            continue
        r = json.loads(l)
        if norm(r['question']) in abq or norm(r['question']) in holdn:
            drop['expertqa'] += 1
            continue
        for a in r['answers'].values():
            for c in a['claims']:
                ev = [re.sub('^\\[\\d+\\]\\s*\\S+\\s*', '', e) for e in c.get('evidence', []) if e]
                t = re.sub('\\s*\\[\\d+\\]', '', c['claim_string'])
                if not ev or max(map(len, ev)) < 80 or c.get('support') not in ('Complete', 'Partial', 'Incomplete') or (norm(t) in sc):
                    continue
                sc.add(norm(t))
                addnli('expertqa', t, windows(' '.join(ev), t), c['support'] == 'Complete')
sents = lambda t: [s.strip() for s in re.split('(?<=[.!?])\\s+(?=[A-Z"0-9])', t) if 6 <= len(s.split()) <= 45]
pool = [i for i in range(len(P)) if Pdoc[i].startswith('squad11') or Pdoc[i].startswith('aresnq') or Pdoc[i].startswith('areswow') or Pdoc[i].startswith('areshotpotqa')]
allnames = [m for i in random.sample(pool, min(1500, len(pool))) for m in re.findall('(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*', P[i])]

def corrupt(s, ctx):
    k = random.random()
    nums = list(re.finditer('\\b\\d[\\d,.]*\\b', s))
    names = list(re.finditer('(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*', s))
    if nums and k < 0.5:
        m = random.choice(nums)
        o = re.findall('\\b\\d[\\d,.]*\\b', ctx)
        o = [x for x in o if x.strip('.,') != m[0].strip('.,')]
        if o and random.random() < 0.5:
            n = random.choice(o).strip('.,')
        else:
            dgt = list(m[0])
            j = random.choice([i for i, c in enumerate(dgt) if c.isdigit()])
            dgt[j] = random.choice([c for c in '123456789' if c != dgt[j]])
            n = ''.join(dgt)
        return s[:m.start()] + n + s[m.end():]
    if names and k < 0.85:
        m = random.choice(names)
        o = [x for x in re.findall('(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*', ctx) if x not in s]
        n = random.choice(o) if o and random.random() < 0.6 else random.choice(allnames)
        return s[:m.start()] + n + s[m.end():] if n not in s else None
    m = re.search('\\b(is|was|were|are|can|could|will|would|has|had|did)\\b', s)
    if m:
        return s[:m.end()] + ' not' + s[m.end():] if not re.match(" (not|n't|never)", s[m.end():]) else s[:m.end()] + s[m.end() + 4:]
for i in random.sample(pool, min(5200, len(pool))):
    ss = sents(P[i])
    if len(ss) < 2:
        continue
    s = random.choice(ss)
    t = s
    if random.random() < 0.5:
        t = re.sub(' \\([^)]*\\)', '', t)
    if random.random() < 0.4 and ', ' in t:
        t = re.sub('^(In|On|By|After|During|Since|At|From|For|As)\\b[^,]{3,60}, (\\w)', lambda m: m[2].upper(), t)
    addnli('synth', t, P[i], 1)
    c = corrupt(random.choice(ss), P[i])
    if c:
        addnli('synth', c, P[i], 0)
    if random.random() < 0.35:
        o = [j for j in bydoc[Pdoc[i]] if j != i] or [random.choice(pool)]
        so = sents(P[random.choice(o)])
        if so:
            addnli('synth', random.choice(so), P[i], 0)
byp = collections.defaultdict(list)
for x in QA:
    if x[3] >= 0 and x[0] in ('squad11', 'qamr', 'zre', 'covidqa', 'squad_rge', 'qed_nq'):
        byp[x[2]].append((x[1], P[x[2]][x[3]:x[4]]))
for pi in cap(byp, 6000):
    l = byp[pi]
    q, a = random.choice(l)
    w = [b for _, b in l if norm(b) not in norm(a) and norm(a) not in norm(b)]
    addnli('qaclaim', q + ' ' + a, P[pi], 1)
    if w:
        addnli('qaclaim', q + ' ' + random.choice(w), P[pi], 0)
c = collections.Counter(((x[0], x[3]) for x in NLI))
print('nli', {k: (c[k, 0], c[k, 1]) for k in sorted(set((s for s, _ in c)))})
print('dropped', dict(drop))
print('QA', len(QA), 'with span', sum((x[3] >= 0 for x in QA)), 'unans', sum((x[5] == 0 for x in QA)), 'negs/q', np.mean([len(x[6]) for x in QA]), 'NLI', len(NLI), 'P', len(P), 'ABDEV held for threshold', len(ABDEV))
out = sys.argv[1]
json.dump(dict(passages=P, qa=QA, nli=NLI, abdev=ABDEV), gzip.open(out, 'wt', compresslevel=9))
print(os.path.getsize(out) / 1000000.0, 'MB')

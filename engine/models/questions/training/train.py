"""Trains the question model: which fields a question asks for, and what to do with them.

    python3 train.py FOLDER OUT

FOLDER has questions about other things (others.txt), names (countries.txt, companies.txt) and the
initial weights (minilm.npz); README.md says where they come from. OUT gets model.int8.onnx, the
figures on what was held out (figures.json) and what is wrong of it (wrong.txt).
"""
import glob, json, os, random, re, sys, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
READER = os.path.join(HERE, '../../reader')
sys.path.insert(0, os.path.join(READER, 'training'))
from common import Model, load_q8

FOLDER, OUT = sys.argv[1:3]
EPOCHS = 45
LAYERS = 6
MOST_PIECES = 128
HELD_OUT = 0.05
random.seed(1)
torch.manual_seed(1)
device = 'cuda' if torch.cuda.is_available() else 'cpu'

lines = lambda name: open(os.path.join(FOLDER, name), encoding='utf-8').read().splitlines()
labels = json.load(open(os.path.join(HERE, '../labels.json'), encoding='utf-8'))
LABELS, OPERATIONS = labels['fields'], labels['operations']
COUNTRIES, COMPANIES = lines('countries.txt'), lines('companies.txt')
tokenizer = Tokenizer.from_file(os.path.join(READER, 'tokenizer.json'))
tokenizer.no_padding()
tokenizer.no_truncation()


def read_examples():
    """(fields, operations, question) of every well-formed line."""
    examples, bad = [], 0
    for path in sorted(glob.glob(os.path.join(HERE, 'examples/*.tsv'))):
        for line in open(path, encoding='utf-8').read().splitlines():
            columns = line.split('\t')
            try:
                ids, operations, question = columns
                fields = [] if ids.strip() == '-' else sorted({int(one) for one in ids.split(',')})
                asked = [one.strip() for one in operations.split(',') if one.strip() in OPERATIONS]
                assert question.strip() and all(one < len(LABELS) for one in fields)
                examples.append((fields, asked, question.strip()))
            except (ValueError, AssertionError):
                bad += 1
    print(len(examples), 'examples,', bad, 'bad lines', flush=True)
    return list({question: (fields, asked, question) for fields, asked, question in examples}.values())


def phrase_examples():
    """Short forms of every label's own words."""
    forms = ['{w} of X', 'X {w}', 'what is the {w} of X?', "X's {w}", 'tell me about the {w} of X and Y']
    found = []
    for at, (kind, phrase, _) in enumerate(LABELS):
        if kind != 'any':
            found += [([at], ['value'], form.replace('{w}', phrase)) for form in forms]
    return found


def read_items():
    """By language and kind, short nouns with the fields that they name."""
    items = {}
    for path in sorted(glob.glob(os.path.join(HERE, 'items/*.tsv'))):
        language = os.path.basename(path)[:2]
        for line in open(path, encoding='utf-8').read().splitlines():
            try:
                ids, noun = line.split('\t')
                fields = [int(one) for one in ids.split(',')]
                kind = LABELS[fields[0]][0]
                items.setdefault((language, kind), []).append((fields, noun.strip()))
            except (ValueError, IndexError):
                print('bad item', line)
    return items


def read_frames():
    frames = {}
    for line in open(os.path.join(HERE, 'frames.tsv'), encoding='utf-8').read().splitlines():
        language, operations, frame = line.split('\t')
        frames.setdefault(language, []).append(([one for one in operations.split(',') if one in OPERATIONS], frame))
    return frames


JOINTS = dict(en=' and ', de=' und ', fr=' et ', es=' y ', pt=' e ', it=' e ', nl=' en ', zh='和', ja='と', ar=' و')
SHARES = dict(en=0.4, zh=0.1, ja=0.1, ar=0.1, de=0.05, fr=0.05, es=0.05, pt=0.05, it=0.05, nl=0.05)


def listed(items, frames):
    """A question for one noun or for a list of them."""
    language = random.choices(list(SHARES), SHARES.values())[0]
    kind = random.choice(['country', 'company'])
    operations, frame = random.choice(frames[language])
    count = random.choice([2, 2, 3, 3, 4, 5]) if '{list}' in frame else 1
    chosen = random.sample(items[language, kind], count)
    comma = '、' if language in ('zh', 'ja') else '، ' if language == 'ar' else ', '
    *first, last = [noun for _, noun in chosen]
    nouns = comma.join(first) + (random.choice([JOINTS[language], comma]) if first else '') + last
    question = frame.replace('{list}', nouns).replace('{w}', nouns)
    return sorted({field for fields, _ in chosen for field in fields}), operations, question


def with_kind(example, share=1.0):
    """Says whether the names are of countries or of companies, as the engine does."""
    fields, operations, question = example
    kinds = {LABELS[one][0] for one in fields} - {'any'}
    kind = kinds.pop() if len(kinds) == 1 else random.choice(['country', 'company'])
    mixed = len({LABELS[one][0] for one in fields} - {'any'}) > 1
    if mixed or random.random() >= share:
        return example
    return fields, operations, f"{'countries' if kind == 'country' else 'companies'}: {question}"


NAME = re.compile(r'(?<![\w])([XYZW])(?=$|[^\w]|[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff])')
OPENINGS = ['hi, ', 'hello! ', 'quick question: ', 'please tell me ', 'i was wondering, ', 'for a school project: ', 'hey ', 'could you check ', 'im writing a report. ', 'out of curiosity, ', 'ok so ', 'question: ']
ENDINGS = [' thanks', ' please', ' thx!', ' (roughly)', ' in 2023', ' in 2024', ' as of today', ' and where is that from?', ' rn', ' in one sentence', ' since 2015', ' from 2010 to 2020', '???', ' if you know', ' with sources', ' for the last 5 years']


def with_names(question, fields):
    """Some of the placeholders as names, since not every name is recognized."""
    pool = COMPANIES if any(LABELS[one][0] == 'company' for one in fields) else COUNTRIES
    if not fields:
        pool = random.choice([COUNTRIES, COMPANIES])
    chosen = {}
    return NAME.sub(lambda match: chosen.setdefault(match[1], random.choice(pool)), question)


def misspelled(question):
    letters = list(question)
    for _ in range(random.choice([1, 1, 2])):
        at = random.randrange(len(letters))
        if not letters[at].isalpha() or letters[at] in 'XYZW':
            continue
        kind = random.random()
        if kind < 0.4:
            letters[at] = ''
        elif kind < 0.7 and at + 1 < len(letters):
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
        else:
            letters[at] *= 2
    return ''.join(letters)


def varied(example, pool):
    fields, operations, question = example
    if random.random() < 0.25:
        question = with_names(question, fields)
    if random.random() < 0.12:
        question = misspelled(question)
    if random.random() < 0.12:
        question = random.choice(OPENINGS) + question
    if random.random() < 0.15:
        question = question.rstrip('?.! ') + random.choice(ENDINGS)
    if random.random() < 0.15 and len(question) < 120:
        other = random.choice(pool)
        joint = random.choice([' and ', '? ', '. ', ', ', ' and also '])
        question = question.rstrip('?.! ') + joint + other[2]
        fields, operations = sorted({*fields, *other[0]}), sorted({*operations, *other[1]})
    return fields, operations, question


class Questions(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = load_q8(Model(LAYERS, drop=0.1), os.path.join(FOLDER, 'minilm.npz'))
        self.fields = nn.Linear(384, len(LABELS))
        self.operations = nn.Linear(384, len(OPERATIONS))

    def pooled(self, ids, mask, types, export=False):
        states = self.encoder.encode(ids, mask, types, export)
        weights = mask[:, :, None].to(states.dtype)
        return F.normalize((states * weights).sum(1) / weights.sum(1), dim=-1) * 16

    def forward(self, ids, mask, types, export=False):
        state = self.pooled(ids, mask, types, export)
        state = F.dropout(state, 0.1, self.training)
        return self.fields(state), self.operations(state)


def encode(questions):
    rows = [[101, *one.ids[: MOST_PIECES - 2], 102] for one in tokenizer.encode_batch(questions, add_special_tokens=False)]
    width = max(map(len, rows))
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = 1
    return ids.to(device), mask.to(device), torch.zeros_like(ids).to(device)


def targets(examples):
    fields = torch.zeros(len(examples), len(LABELS))
    operations = torch.zeros(len(examples), len(OPERATIONS))
    for at, (own, asked, _) in enumerate(examples):
        fields[at, own] = 1
        operations[at, [OPERATIONS.index(one) for one in asked]] = 1
    return fields.to(device), operations.to(device)


everything = read_examples()
random.shuffle(everything)
held = everything[: int(len(everything) * HELD_OUT)]
own = everything[len(held):]
others = [([], [], question) for question in lines('others.txt')]
held_others, others = others[:1000], others[1000:]
short = phrase_examples()
items, frames = read_items(), read_frames()
held = [with_kind(one) for one in held]
held_others = [with_kind(one) for one in held_others]
held_lists = [with_kind(listed(items, frames)) for _ in range(1000)]
LISTED = 9000
model = Questions().to(device)
with torch.no_grad():
    model.eval()
    texts = [f"{phrase}: {description}" for _, phrase, description in LABELS]
    model.fields.weight.copy_(model.pooled(*encode(texts)) / 16 * 0.6)
    model.fields.bias.fill_(-5)
model.train()
optimizer = torch.optim.AdamW(
    [dict(params=model.encoder.parameters(), lr=3e-4), dict(params=[*model.fields.parameters(), *model.operations.parameters()], lr=1e-3)],
    weight_decay=0.01,
)
rates = [group['lr'] for group in optimizer.param_groups]
BATCH = 192
per_epoch = len(own) + len(short) // 3 + 2000 + LISTED
steps = EPOCHS * per_epoch // BATCH
started = time.time()
step = 0
for epoch in range(EPOCHS):
    pool = [varied(one, own) for one in own] + random.sample(short, len(short) // 3) + random.sample(others, 2000)
    pool += [varied(listed(items, frames), own) for _ in range(LISTED)]
    pool = [with_kind(one, 0.85) for one in pool]
    random.shuffle(pool)
    for at in range(0, len(pool) - BATCH, BATCH):
        batch = pool[at : at + BATCH]
        done = min(1, step / steps)
        for group, rate in zip(optimizer.param_groups, rates):
            group['lr'] = rate * min(1, done / 0.05 + 1e-3) * max(0.02, 1 - done)
        fields, operations = targets(batch)
        with torch.autocast(device, dtype=torch.bfloat16):
            said, asked = model(*encode([one[2] for one in batch]))
        has = torch.tensor([bool(one[1]) for one in batch], device=device)
        loss = F.binary_cross_entropy_with_logits(said.float(), fields, reduction='sum') / BATCH
        loss = loss + 0.3 * (F.binary_cross_entropy_with_logits(asked.float(), operations, reduction='none').sum(1) * has).sum() / BATCH
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
    if epoch % 5 == 4 or epoch == EPOCHS - 1:
        print(epoch + 1, f'{time.time() - started:.0f}s', f'loss {loss.item():.3f}', flush=True)

os.makedirs(OUT, exist_ok=True)
model.eval().cpu()
device = 'cpu'


class Exported(nn.Module):
    def __init__(self, whole):
        super().__init__()
        self.whole = whole

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.whole(input_ids, attention_mask, token_type_ids, True)


sample = encode(['what is the capital of X?', 'X gdp'])
names = ['input_ids', 'attention_mask', 'token_type_ids']
path = os.path.join(OUT, 'model.fp32.onnx')
torch.onnx.export(Exported(model), sample, path, input_names=names, output_names=['fields', 'operations'], dynamic_axes={**{name: {0: 'b', 1: 'l'} for name in names}, 'fields': {0: 'b'}, 'operations': {0: 'b'}}, opset_version=17, dynamo=False)
model.eval()
import onnxruntime as ort
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers import optimizer as fusing
from onnxruntime.transformers.fusion_options import FusionOptions

fused = os.path.join(OUT, 'model.fused.onnx')
fusing.optimize_model(path, 'bert', num_heads=12, hidden_size=384, optimization_options=FusionOptions('bert'), opt_level=0).save_model_to_file(fused)
final = os.path.join(OUT, 'model.int8.onnx')
quantize_dynamic(fused, final, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False, op_types_to_quantize=['MatMul', 'Attention', 'Gather', 'Gemm'], extra_options=dict(MatMulConstBOnly=True, DefaultTensorType=1))
for one in (path, fused):
    os.remove(one)
session = ort.InferenceSession(final, providers=['CPUExecutionProvider'])


def score(questions):
    fields, operations = [], []
    for at in range(0, len(questions), 64):
        ids, mask, types = encode(questions[at : at + 64])
        one, other = session.run(None, dict(zip(names, (ids.numpy(), mask.numpy(), types.numpy()))))
        fields.append(one)
        operations.append(other)
    return np.concatenate(fields), np.concatenate(operations)


def figures(examples, threshold):
    said, asked = score([one[2] for one in examples])
    want, ops = targets(examples)
    want, ops = want.numpy() > 0, ops.numpy() > 0
    got = said > threshold
    hits = (got & want).sum()
    none = ~want.any(1)
    result = dict(
        threshold=threshold,
        questions=len(examples),
        precision=round(float(hits / max(1, got.sum())), 3),
        recall=round(float(hits / max(1, want.sum())), 3),
        exact=round(float((got == want).all(1)[~none].mean()), 3) if (~none).any() else None,
        accepted_without_field=round(float(got[none].any(1).mean()), 3) if none.any() else None,
    )
    hits = ((asked > 0) & ops).sum()
    result['operations'] = dict(precision=round(float(hits / max(1, (asked > 0).sum())), 3), recall=round(float(hits / max(1, ops.sum())), 3))
    return result


is_latin = lambda one: all(ord(letter) < 0x250 for letter in one[2])
ENGLISH = re.compile(r"\b(?:the|what|how|is|are|does|do|which|of|who|in|and|to|has|have|did|much|many|was)\b", re.I)
is_english = lambda one: is_latin(one) and one[2].isascii() and bool(ENGLISH.search(one[2]))
report = {
    'held out': [figures(held, threshold) for threshold in (-1, 0, 1)],
    'held out, English': [figures([one for one in held if is_english(one)], threshold) for threshold in (-2, -1.5, -1, -0.5, 0, 1)],
    'held out, Chinese, Japanese and Arabic': figures([one for one in held if not is_latin(one)], 0),
    'lists of nouns that were seen': figures(held_lists, 0),
    'questions about other things': [figures(held_others, threshold) for threshold in (-1, 0)],
}
print(json.dumps(report, indent=1))
json.dump(report, open(os.path.join(OUT, 'figures.json'), 'w'), indent=1)
wrong = []
said, _ = score([one[2] for one in held])
for one, row in zip(held, said):
    got = [at for at in np.argsort(-row)[:6] if row[at] > 0]
    if sorted(got) != one[0]:
        wrong.append(f"{one[2]} | {[LABELS[a][1] for a in one[0]]} | {[LABELS[a][1] for a in got]}")
open(os.path.join(OUT, 'wrong.txt'), 'w').write('\n'.join(wrong))

"""Trains the model that rewrites questions further, on a CPU, from the int8 ONNX files that are shipped.

    python3 finetune.py FOLDER OUT [SECONDS] [TRAINING]

FOLDER is that of train.py. OUT gets encoder.int8.onnx and decoder.int8.onnx every few minutes and at the end: the
same graphs with new weights, quantized as before. TRAINING is the folder of train.py (this one by default). The pieces
and characters stay those of vocabulary.json. SECONDS = 0 only reads the weights and writes them again, as a check.
"""
import os, sys, time
# Twice as fast: memory is kept rather than given back after each step; processes rather than threads.
FAST = dict(MALLOC_MMAP_THRESHOLD_='8589934592', MALLOC_TRIM_THRESHOLD_='68719476736', MALLOC_TOP_PAD_='268435456', OMP_NUM_THREADS='1')
if any(os.environ.get(name) != value for name, value in FAST.items()):
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **FAST})
import numpy as np, onnx, torch, torch.nn as nn, torch.nn.functional as F
from onnx import numpy_helper

FOLDER, OUT = sys.argv[1:3]
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 1500
TRAINING = os.path.abspath(sys.argv[4] if len(sys.argv) > 4 else os.path.dirname(os.path.abspath(__file__)))
SHIPPED = os.path.join(TRAINING, '..')
# Everything of train.py but the training itself: pieces, examples, augmentation, model and loss.
sys.argv = ['train.py', FOLDER, OUT]
here, __file__ = __file__, os.path.join(TRAINING, 'train.py')
exec(open(__file__, encoding='utf-8').read().split('os.makedirs(OUT')[0].replace("SECONDS = ", "_ = "))
torch.set_num_threads(1)

NEW = {'leaning.tsv': 2, 'companies-everyday.tsv': 1, 'countries-everyday.tsv': 1, 'nine-languages.tsv': 1, 'numbers-and-parts.tsv': 1, **{f'long-{at}.tsv': 1 for at in range(1, 9)}}
SHARE_NEW, SMALL, MOST_PIECES, DROP = 0.55, 32, 140, 0.1
RATE_ENCODER, RATE_REST, WARM = 1e-4, 1.5e-4, 20
WORKERS, MEET = 2, 120  # processes of one thread each, and after how many seconds they meet

# ---- the pieces of the shipped model
shipped = json.load(open(os.path.join(SHIPPED, 'vocabulary.json'), encoding='utf-8'))
VOCAB = json.load(open(os.path.join(MODELS, 'reader/tokenizer.json'), encoding='utf-8'))['model']['vocab']
PIECES = {index: piece for piece, index in VOCAB.items()}
for at, letter in enumerate(shipped['characters']):
    VOCAB[letter] = VOCAB['##' + letter] = FIRST_CHARACTER + at
    PIECES[FIRST_CHARACTER + at] = letter
cache.clear()
TARGETS = shipped['pieces']
INDEX = {piece: at for at, piece in enumerate(TARGETS)}


# ---- the weights
class Untied(Rewriter):
    """As shipped: pieces that are written have a finer copy of their weights, which are those of `words`."""

    def __init__(self, drop):
        super().__init__(drop)
        self.words = nn.Linear(H, len(TARGETS), bias=False)

    def heads(self, x, copy_keys, copy_mask):
        logits = self.words(F.gelu(self.out(x))) + self.bias
        copies = self.copy_query(x) @ copy_keys.transpose(1, 2) / math.sqrt(H)
        if copy_mask is not None:
            copies = copies + copy_mask
        return logits, copies, self.gate(x)[..., 0]


def weights_of(graph):
    """For each initializer that is a weight of the model: its name, that of the parameter, and if it is quantized."""
    names = {one.name for one in graph.initializer}
    found = []
    for name in names:
        if name.startswith('m.') and not re.search('_(scale|zero_point|quantized)$', name):
            found.append((name, name[2:], False))
    cross = {f'{kind}{"_" + str(at) if at else ""}': f'decoder.{at}.{kind}' for kind in ('ck', 'cv') for at in range(DECODER_LAYERS)}
    for node in graph.node:
        if node.op_type == 'MatMulInteger' and node.input[1] in names:
            module = node.output[0].split('/MatMul')[0].strip('/').replace('/', '.')
            module = cross.get(module, module) or 'words'  # without a module: logits
            found.append((node.input[1][: -len('_quantized')], module + '.weight', True))
    return found


def read_shipped(model):
    parts, seen = {}, set()
    state = model.state_dict()
    for part, row in (('encoder', 0), ('decoder', 1)):
        file = parts[part] = onnx.load(os.path.join(SHIPPED, f'{part}.int8.onnx'))
        arrays = {one.name: numpy_helper.to_array(one) for one in file.graph.initializer}
        real = lambda name: (arrays[name + '_quantized'].astype(np.float32) - arrays[name + '_zero_point'].astype(np.float32)) * arrays[name + '_scale']
        for name, key, quantized in weights_of(file.graph):
            value = torch.tensor(real(name).T if quantized else arrays[name])
            assert state[key].shape == value.shape, (name, key)
            assert key not in seen or torch.equal(state[key], value), key
            state[key].copy_(value)
            seen.add(key)
        for key in ('we.weight', 'pe.weight'):
            state[key].copy_(torch.tensor(real(f'm.{key}')))
        # The row of the kind is a constant of its own.
        added = [one for node in file.graph.node if node.op_type == 'Add' for one in node.input if one.startswith('onnx::Add') and one in arrays]
        assert len(added) == 1
        state['te.weight'][row] = torch.tensor(arrays[added[0]])
    missing = set(state) - seen - {'we.weight', 'pe.weight', 'te.weight', 'targets'}
    assert not missing, missing
    return parts


def write_parts(model, parts):
    """Weights as int8 with a scale for each column, without zero points, as onnxruntime's quantize_dynamic does."""
    os.makedirs(OUT, exist_ok=True)
    state = model.state_dict()
    for part, file in parts.items():
        held = {one.name: one for one in file.graph.initializer}
        put = lambda name, value: held[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))
        for name, key, quantized in weights_of(file.graph):
            value = state[key].numpy()
            if quantized:
                value = value.T
                scale = (np.abs(value).max(0) / 127).astype(np.float32)
                put(name + '_scale', scale)
                value, name = np.clip(np.rint(value / scale), -127, 127).astype(np.int8), name + '_quantized'
            put(name, value.astype(np.int8 if quantized else np.float32))
        path = os.path.join(OUT, f'{part}.int8.onnx')
        onnx.save(file, path + '.part')
        os.replace(path + '.part', path)


# ---- examples
def writable(example):
    question, plain = example
    source, target = cut(question), cut_target(plain)
    return len(source) <= MOST_PIECES and len(target) <= MOST_PIECES and all(piece in INDEX or piece in source for piece in target) and UNK not in target


def endless(items):
    while True:
        random.shuffle(items)
        yield from items


plainly = lambda text: re.sub(r'\W+', ' ', text.lower()).strip()
apart = {plainly(q) for _, q, _ in held}  # nor are questions learned that differ from these in signs only
kept = [(source, (q, t)) for source, q, t in written[count:] if writable((q, t)) and plainly(q) not in apart]
fields = [one for one in fields if plainly(one[0]) not in apart]
new = [example for source, example in kept for _ in range(NEW.get(source, 0))]
old = [example for source, example in kept if source not in NEW]
own = [example for _, example in kept]
print(len(own), 'of', len(written) - count, 'can be written;', len(new), 'new (some twice),', len(old), 'others', flush=True)
next_new, next_old = endless(new), endless(old)
OLD = [lambda: next(next_old), lambda: random.choice(fields), listed, lambda: (random.choice(others), '-')]


def make_example():
    while True:
        made = next(next_new) if random.random() < SHARE_NEW else random.choices(OLD, [0.78, 0.1, 0.08, 0.04])[0]()
        made = varied(made, own)
        if writable(made):
            return made


def batches():
    while True:
        pool = sorted((make_example() for _ in range(SMALL * 16)), key=lambda one: len(cut(one[0])) + len(cut_target(one[1])))
        some = [pool[at: at + SMALL] for at in range(0, len(pool), SMALL)]
        random.shuffle(some)
        yield from some


# ---- training
model = Untied(DROP)
parts = read_shipped(model)
print(sum(p.numel() for p in model.parameters()), 'weights', flush=True)
trained = [(n, p) for n, p in model.named_parameters() if not n.startswith(('we.', 'pe.', 'te.'))]


def train(worker, shared, meeting):
    """Trains in one process; now and then, the weights become the mean of those of all of them."""
    torch.set_num_threads(1)
    random.seed(worker + 1)
    torch.manual_seed(worker + 1)
    for part in (model.we, model.pe, model.te):
        part.requires_grad_(False)
    slow = [p for n, p in trained if n.startswith(('ln.', 'encoder'))]
    fast = [p for n, p in trained if not n.startswith(('ln.', 'encoder'))]
    optimizer = torch.optim.AdamW([dict(params=slow, lr=RATE_ENCODER), dict(params=fast, lr=RATE_REST)], weight_decay=0.01, betas=(0.9, 0.98))
    rates = [group['lr'] for group in optimizer.param_groups]
    started, met, recent, seen, step = time.time(), 0, [], 0, 0

    @torch.no_grad()
    def meet():
        shared[worker].copy_(nn.utils.parameters_to_vector(slow + fast))
        meeting.wait()
        nn.utils.vector_to_parameters(shared.mean(0), slow + fast)
        meeting.wait()
        if not worker:
            write_parts(model, parts)

    model.train()
    for step, batch in enumerate(batches()):
        done = (time.time() - started) / SECONDS
        if done >= 1:
            break
        # Counted by the clock, so that all meet as often.
        if done * SECONDS > (met + 1) * MEET:
            met += 1
            meet()
        for group, rate in zip(optimizer.param_groups, rates):
            group['lr'] = rate * min(1, (step + 1) / WARM) * max(0.01, 1 - done)
        loss = loss_of(model, batch_of(batch, 0.06))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(slow + fast, 1.0)
        optimizer.step()
        recent.append(loss.item())
        seen += len(batch)
        if step % 20 == 0:
            print(worker, step, f'{time.time() - started:.0f}s', seen, f'loss {np.mean(recent[-40:]):.4f}', flush=True)
    while met < LAST:
        met += 1
        meet()
    print(worker, 'made', step, 'steps with', seen, 'examples', flush=True)


if __name__ == '__main__' and not SECONDS:
    write_parts(model, parts)
elif __name__ == '__main__':
    LAST = SECONDS // MEET + 1
    fork = multiprocessing.get_context('fork')
    shared = torch.zeros(WORKERS, sum(p.numel() for _, p in trained)).share_memory_()
    meeting = fork.Barrier(WORKERS)
    workers = [fork.Process(target=train, args=(at, shared, meeting)) for at in range(WORKERS)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()

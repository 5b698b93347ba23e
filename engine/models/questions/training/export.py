"""The last part of train.py: writes the model as two int8 ONNX files, and checks them."""
import onnxruntime as ort
from onnxruntime.quantization import QuantType, quantize_dynamic

model.cpu().eval()
device = 'cpu'
D = H // HEADS


class Encoding(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m

    def forward(self, ids):
        x = self.m.encode(ids, None)
        ck = torch.stack([block.split(block.ck(x)) for block in self.m.decoder])
        cv = torch.stack([block.split(block.cv(x)) for block in self.m.decoder])
        return ck, cv, self.m.copy_key(x)


class Step(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m

    def forward(self, last, position, ck, cv, keys, pk, pv):
        y = self.m.embed(last, position, 1)
        ks, vs = [], []
        for at, block in enumerate(self.m.decoder):
            y, k, v = block(y, None, (ck[at], cv[at]), None, (pk[at], pv[at]))
            ks.append(k)
            vs.append(v)
        logits, copies, gate = self.m.heads(y, keys, None)
        return torch.softmax(logits[:, 0], -1), torch.softmax(copies[:, 0], -1), torch.sigmoid(gate), torch.stack(ks), torch.stack(vs)


def write(module, example, name, inputs, outputs, axes):
    path = os.path.join(OUT, f'{name}.fp32.onnx')
    torch.onnx.export(module, example, path, input_names=inputs, output_names=outputs, dynamic_axes=axes, opset_version=17, **({"dynamo": False} if torch.__version__ >= "2.5" else {}))
    final = os.path.join(OUT, f'{name}.int8.onnx')
    quantize_dynamic(path, final, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False, op_types_to_quantize=['MatMul', 'Gather', 'Gemm'], extra_options=dict(MatMulConstBOnly=True, DefaultTensorType=1))
    os.remove(path)
    print(name, os.path.getsize(final) / 1e6, 'MB', flush=True)
    return ort.InferenceSession(final, providers=['CPUExecutionProvider'])


ids = torch.tensor([[CLS, *cut('what is the capital of @c1 ?'), SEP]])
with torch.no_grad():
    ck, cv, keys = Encoding(model)(ids)
encoder = write(Encoding(model), (ids,), 'encoder', ['ids'], ['cross_keys', 'cross_values', 'copy_keys'],
                {'ids': {1: 's'}, 'cross_keys': {3: 's'}, 'cross_values': {3: 's'}, 'copy_keys': {1: 's'}})
past = torch.zeros(DECODER_LAYERS, 1, HEADS, 2, D)
decoder = write(Step(model), (torch.tensor([[BEGIN]]), torch.tensor([[2]]), ck, cv, keys, past, past), 'decoder',
                ['last', 'position', 'cross_keys', 'cross_values', 'copy_keys', 'past_keys', 'past_values'], ['written', 'copied', 'gate', 'keys', 'values'],
                {'cross_keys': {3: 's'}, 'cross_values': {3: 's'}, 'copy_keys': {1: 's'}, 'past_keys': {3: 't'}, 'past_values': {3: 't'}, 'keys': {3: 'u'}, 'values': {3: 'u'}, 'copied': {1: 's'}})
json.dump(dict(pieces=TARGETS, begin=BEGIN, end=END, next=NEXT, kinds=KINDS, first_character=FIRST_CHARACTER, characters=CHARACTERS, openings=OPENINGS), open(os.path.join(OUT, 'vocabulary.json'), 'w'))


def rewrite_int8(question):
    source = np.array([[CLS, *cut(question)[: MOST_SOURCE - 2], SEP]], np.int64)
    ck, cv, keys = encoder.run(None, {'ids': source})
    pk = pv = np.zeros((DECODER_LAYERS, 1, HEADS, 0, D), np.float32)
    last, out, sure = BEGIN, [], 0.0
    for step in range(MOST_TARGET):
        made, copied, gate, pk, pv = decoder.run(None, dict(last=np.array([[last]]), position=np.array([[step]]), cross_keys=ck, cross_values=cv, copy_keys=keys, past_keys=pk, past_values=pv))
        whole = {}
        for at, odds in enumerate(made[0]):
            whole[TARGETS[at]] = odds * gate[0, 0]
        for piece, odds in zip(source[0], copied[0]):
            whole[int(piece)] = whole.get(int(piece), 0) + odds * (1 - gate[0, 0])
        last = max(whole, key=whole.get)
        sure = min(sure, math.log(whole[last]))
        if last == END:
            break
        out.append(last)
    return said(out), sure


def sample_figures(some):
    began = time.time()
    right = [rewrite_int8(q)[0] == norm(t) for _, q, t in some]
    return dict(exact=round(float(np.mean(right)), 3), of=len(some), ms=round((time.time() - began) / len(some) * 1000))


report = dict(int8=sample_figures(held[:200]))
print(json.dumps(report), flush=True)
json.dump(report, open(os.path.join(OUT, 'figures.json'), 'w'), indent=1)

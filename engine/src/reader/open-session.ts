import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'

export type Runtime = 'native' | 'wasm'

/** Numbers and their shape. Whole numbers are numbers of pieces or places. */
export interface Numbers {
  readonly data: Float32Array | BigInt64Array
  readonly dims: readonly number[]
}

export type Outputs = Readonly<Record<string, Numbers & { readonly data: Float32Array }>>

export interface Session {
  readonly runtime: Runtime
  /** The reason why the native runtime did not load. */
  readonly reason?: string
  /** Returns the model's outputs by name. */
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Outputs>
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

/** Several numbers in a row. */
export function rowOf(data: BigInt64Array): Numbers {
  return { data, dims: [1, data.length] }
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
  type: 'int64' | 'float32',
  data: Numbers['data'],
  dims: readonly number[],
) => InferenceSession.OnnxValueMapType[string]

function running(session: Pick<InferenceSession, 'run'>, Tensor: unknown): Session['run'] {
  const Typed = Tensor as Tensors
  return async inputs => {
    const feeds = Object.entries(inputs).map(([name, { data, dims }]) => {
      const type = data instanceof Float32Array ? 'float32' : 'int64'
      return [name, new Typed(type, data, dims)] as const
    })
    return (await session.run(Object.fromEntries(feeds))) as unknown as Outputs
  }
}

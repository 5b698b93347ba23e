import { isJsonObject } from '@footnote/contract/json-object'
import { ModelFault } from './model-fault.ts'

const MOST_DIMENSIONS = 65_536

/** The vectors of a reply in the order of their texts, checked and made of length 1. */
export function readVectors(
  reply: unknown,
  { count, dimensions }: { readonly count: number; readonly dimensions?: number },
): readonly Float32Array[] {
  const entries = isJsonObject(reply) ? reply['data'] : undefined
  if (!Array.isArray(entries) || entries.length !== count) {
    throw garbled('sent another number of vectors than of texts')
  }
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined)
  for (const [position, entry] of entries.entries()) {
    const index = isJsonObject(entry) ? Number(entry['index'] ?? position) : -1
    if (!(index in vectors) || vectors[index] !== undefined) {
      throw garbled('sent vectors that cannot be told apart')
    }
    vectors[index] = normalised(readNumbers(isJsonObject(entry) ? entry['embedding'] : undefined))
  }
  const length = dimensions ?? vectors[0]?.length
  const checked = vectors.filter(vector => vector !== undefined && vector.length === length)
  if (checked.length !== count) throw garbled('sent vectors of different lengths')
  return checked as Float32Array[]
}

/** As numbers, or as the bytes of 32-bit floats in base64. */
function readNumbers(embedding: unknown): Float32Array {
  if (Array.isArray(embedding) && embedding.length <= MOST_DIMENSIONS) {
    if (embedding.every(value => typeof value === 'number')) return Float32Array.from(embedding)
  }
  if (typeof embedding !== 'string') throw garbled('sent something other than vectors')
  const bytes = Buffer.from(embedding, 'base64')
  if (bytes.length % 4 !== 0 || bytes.length > MOST_DIMENSIONS * 4) {
    throw garbled('sent something other than vectors')
  }
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (!Number.isFinite(length) || length === 0) throw garbled('sent a vector without direction')
  return vector.map(value => value / length)
}

function garbled(how: string): ModelFault {
  return new ModelFault('garbled', `the embeddings endpoint ${how}`)
}

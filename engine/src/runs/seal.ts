import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealKeys } from './seal-keys.ts'

/** What a sealed text belongs to: moved to another run or another column, it does not open. */
export interface SealedPlace {
  readonly runId: string
  readonly field: 'request' | 'outcome'
}

/** The key is destroyed, or the text was tampered with: nobody can read it any more. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const DAY_BYTES = 10
const IV_BYTES = 12
const TAG_BYTES = 16
const IV_AT = 1 + DAY_BYTES
const TAG_AT = IV_AT + IV_BYTES
const TEXT_AT = TAG_AT + TAG_BYTES

/** Version, the day of the key, initialisation vector, authentication tag, then the sealed JSON. */
export async function seal(keys: SealKeys, value: object, place: SealedPlace): Promise<Buffer> {
  const { day, bytes } = await keys.today()
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(boundTo(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), Buffer.from(day), iv, cipher.getAuthTag(), text])
}

export async function unseal(keys: SealKeys, sealed: Buffer, place: SealedPlace): Promise<unknown> {
  const day = sealed.toString('latin1', 1, IV_AT)
  const isWhole = sealed[0] === VERSION && sealed.length >= TEXT_AT
  const key = isWhole ? await keys.find(day) : undefined
  if (!key) throw new SealBroken()
  const decipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(IV_AT, TAG_AT))
    .setAAD(boundTo(place))
    .setAuthTag(sealed.subarray(TAG_AT, TEXT_AT))
  let text: Buffer
  try {
    text = Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()])
  } catch {
    throw new SealBroken()
  }
  return JSON.parse(text.toString('utf8'))
}

function boundTo({ runId, field }: SealedPlace): Buffer {
  return Buffer.from(`${runId}/${field}`)
}

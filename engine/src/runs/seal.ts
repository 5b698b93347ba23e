import { SealBroken, sealText, unsealText } from '@footnote/platform/seal'
import type { SealKeys } from './seal-keys.ts'

/** The place that a sealed text is bound to: in another run or column, it does not open. */
export interface SealedPlace {
  readonly runId: string
  readonly field: 'request' | 'outcome' | 'reply'
}

const VERSION = 1
const DAY_BYTES = 10
const SEALED_AT = 1 + DAY_BYTES

/** Returns the version, the day of the key, then the sealed JSON. */
export async function seal(keys: SealKeys, value: object, place: SealedPlace): Promise<Buffer> {
  const { day, bytes } = await keys.today()
  const sealed = sealText(JSON.stringify(value), { key: bytes, place: nameOf(place) })
  return Buffer.concat([Buffer.from([VERSION]), Buffer.from(day), sealed])
}

/** Throws SealBroken if the key was destroyed or the text was tampered with. */
export async function unseal(keys: SealKeys, sealed: Buffer, place: SealedPlace): Promise<unknown> {
  const day = sealed.toString('latin1', 1, SEALED_AT)
  const key = sealed[0] === VERSION ? await keys.find(day) : undefined
  if (!key) throw new SealBroken()
  const text = unsealText(sealed.subarray(SEALED_AT), { key: key.bytes, place: nameOf(place) })
  return JSON.parse(text)
}

function nameOf({ runId, field }: SealedPlace): string {
  return `${runId}/${field}`
}

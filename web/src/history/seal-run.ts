import type { HistoryRun } from './history-run.ts'

/** A run as it is stored: only its ID, time, star and size are readable. */
export interface SealedRun {
  readonly id: string
  readonly startedAt: number
  readonly isStarred: boolean
  readonly bytes: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

const IV_BYTES = 12

/** Creates a key that scripts can use but not read. */
export function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a run. Its ID is authenticated, so that no row can take the place of another. */
export async function sealRun(key: CryptoKey, run: HistoryRun): Promise<SealedRun> {
  const { id, startedAt, isStarred } = run
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(run))
  const sealed = await crypto.subtle.encrypt(cipher(iv, id), key, text)
  return { id, startedAt, isStarred, bytes: sealed.byteLength, iv, sealed }
}

/** Decrypts a run. Returns undefined if the key is another one or the row was changed. */
export async function openRun(
  key: CryptoKey,
  { id, iv, sealed }: SealedRun,
): Promise<HistoryRun | undefined> {
  try {
    const text = await crypto.subtle.decrypt(cipher(iv, id), key, sealed)
    return JSON.parse(new TextDecoder().decode(text)) as HistoryRun
  } catch {
    return undefined
  }
}

function cipher(iv: Uint8Array<ArrayBuffer>, id: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(id) }
}

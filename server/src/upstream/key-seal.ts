import { hkdfSync } from 'node:crypto'
import { SEAL_KEY_BYTES, SealBroken, sealText, unsealText } from '@footnote/platform/seal'

/** Seals upstream keys. Each key is bound to its URL and opens for no other. */
export interface KeySeal {
  seal(upstream: { url: string; apiKey: string }): Buffer
  /** Returns undefined if the key was sealed with another secret or for another URL. */
  open(sealed: Buffer, url: string): string | undefined
}

/** Raised with every change of the format: this byte, then the text that the platform sealed. */
const VERSION = 1

export function createKeySeal(secret: string): KeySeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'footnote/upstream-key', SEAL_KEY_BYTES))
  const placeOf = (url: string) => `upstream/${url}`
  return {
    seal({ url, apiKey }) {
      const sealed = sealText(apiKey, { key, place: placeOf(url) })
      return Buffer.concat([Buffer.from([VERSION]), sealed])
    },
    open(sealed, url) {
      try {
        if (sealed[0] !== VERSION) return undefined
        return unsealText(sealed.subarray(1), { key, place: placeOf(url) })
      } catch (error) {
        if (error instanceof SealBroken) return undefined
        throw error
      }
    },
  }
}

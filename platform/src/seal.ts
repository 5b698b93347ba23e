import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** The key is wrong, or the text was changed or moved to another place. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

export const SEAL_KEY_BYTES = 32
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const TEXT_AT = IV_BYTES + TAG_BYTES

/**
 * Encrypts a text: initialisation vector, authentication tag, then the ciphertext. It opens only with
 * the same key and place, so a text moved to another row does not open.
 */
export function sealText(
  text: string,
  { key, place }: { key: Buffer | KeyObject; place: string },
): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place))
  const ciphertext = [cipher.update(text, 'utf8'), cipher.final()]
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), ...ciphertext])
  // Copied, since Node cuts small buffers from a shared block, which lives as long as any piece of it.
  return Buffer.from(new Uint8Array(sealed).buffer)
}

/** Decrypts a sealed text; throws SealBroken if it does not open. */
export function unsealText(
  sealed: Buffer,
  { key, place }: { key: Buffer | KeyObject; place: string },
): string {
  if (sealed.length < TEXT_AT) throw new SealBroken()
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(IV_BYTES, TEXT_AT))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()]).toString()
  } catch {
    throw new SealBroken()
  }
}

import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'fn_'
const SECRET_CHARACTERS = 43
const CHECKSUM_CHARACTERS = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PATTERN = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
)

/** Makes a key of 256 random bits and a checksum, which detects typos without a query. */
export function makeKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_CHARACTERS)
  return PREFIX + secret + checksum(secret)
}

export function isKey(text: string): boolean {
  const [, secret, sum] = PATTERN.exec(text) ?? []
  return secret !== undefined && sum === checksum(secret)
}

/** Returns SHA-256 in hex. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

function checksum(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_CHARACTERS)
}

function toBase62(value: bigint, characters: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text.padStart(characters, ALPHABET[0])
}

import { randomInt } from 'node:crypto'

export const BACKUP_CODES = 10
const CHARACTERS = 10
/** One case, without characters that look alike, since people copy codes from paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

export function makeBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () =>
    readBackupCode(
      Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ),
  )
}

/** Normalizes a code that was typed in any case, with spaces or dashes. */
export function readBackupCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return `${plain.slice(0, CHARACTERS / 2)}-${plain.slice(CHARACTERS / 2)}`
}

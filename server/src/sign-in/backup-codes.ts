import { randomInt } from 'node:crypto'

/** Enough of them are to hand that one more is never missed. */
export const BACKUP_CODES = 10
const CHARACTERS = 10
/** People copy these from paper: one case, and nothing that looks like something else. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

export function makeBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () =>
    readBackupCode(
      Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ),
  )
}

/** A code as it was made, whatever case, spaces or dashes it was typed with. */
export function readBackupCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return `${plain.slice(0, CHARACTERS / 2)}-${plain.slice(CHARACTERS / 2)}`
}

import { fstatSync, writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'

type Output = Writable & { readonly fd?: number; readonly isTTY?: boolean }

/**
 * Writes all of a text, or throws. Node's stream for files ignores a short write, which happens on a
 * disk that is filling up.
 */
export function writeWhole(out: Output, text: string): void {
  const { fd, isTTY } = out
  if (fd === undefined || isTTY || !isFileLike(fd)) out.write(text)
  else writeFileSync(fd, text)
}

function isFileLike(fd: number): boolean {
  const stats = fstatSync(fd)
  return stats.isFile() || stats.isCharacterDevice()
}

/** A result arrived, but could not be written to its destination. */
export class NotWrittenError extends Error {
  override name = 'NotWrittenError'
  readonly code = 'NOT_WRITTEN'
  /** The text to print, or the value for JSON. */
  readonly result: unknown

  constructor(cause: unknown, result: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`could not write the result: ${reason}`, { cause })
    this.result = result
  }
}

import { fstatSync, writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'

type Output = Writable & { readonly fd?: number; readonly isTTY?: boolean }

/**
 * Writes all of a text, or throws. Node's own stream for files takes no notice when the system wrote
 * less than it was given, as it does on a disk that is filling up.
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

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CallerError } from '../errors/caller-error.ts'

/** A file that gets the result of a command, whole or not at all. */
export interface OutputFile {
  write(text: string): void
  /** Removes the draft, if the result was not written. */
  discard(): void
}

export function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path)
}

/**
 * Prepares a file before a command is paid for: refuses a file that exists, and a folder that cannot be written to.
 * The result goes to a draft beside it, which then takes its name.
 */
export function openOutputFile(path: string, { force }: { force: boolean }): OutputFile {
  refuseExisting(path, { force })
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  const file = openDraft(draft, path)
  return {
    write(text) {
      writeFileSync(file, text)
      fsyncSync(file)
      closeSync(file)
      // A link fails if the file has appeared meanwhile; renaming would replace it.
      if (!force) linkSync(draft, path)
      else renameSync(draft, path)
      rmSync(draft, { force: true })
    },
    discard: () => rmSync(draft, { force: true }),
  }
}

function refuseExisting(path: string, { force }: { force: boolean }): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isFile()) throw new CallerError('USAGE', `${path} is not a regular file`)
  if (!force) {
    throw new CallerError(
      'USAGE',
      `${path} exists; add --force to replace it, or name another file`,
    )
  }
}

function openDraft(draft: string, path: string): number {
  try {
    return openSync(draft, 'wx')
  } catch (cause) {
    throw new CallerError('USAGE', `cannot write to ${path}`, { cause })
  }
}

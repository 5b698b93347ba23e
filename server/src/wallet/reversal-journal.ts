import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@footnote/platform/create-file-once'
import { ignoreMissing } from '@footnote/platform/database/embedded/ignore-missing'
import { giveToOwner } from '@footnote/platform/give-to-owner'
import { isUuid } from '@footnote/platform/is-uuid'
import { isWithheldCause, type Reversal } from './reverse-charge.ts'

type Entry = Omit<Reversal, 'accountId'>

/**
 * Charges to reverse, on disk. Each is an empty file named after the charge and the cause: a name is there
 * or not, so nothing can be half written, and processes that share the folder do not disturb each other.
 */
export interface ReversalJournal {
  read(): Promise<Entry[]>
  /** Survives a power cut once this resolves. */
  add(entry: Entry): Promise<void>
  /** Survives no power cut: reversing a charge again changes nothing. */
  remove(entry: Entry): Promise<void>
}

export function createReversalJournal(folder: string): ReversalJournal {
  const fileOf = ({ chargeId, cause }: Entry) => join(folder, `${chargeId}.${cause}`)
  return {
    async read() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? []
      return names.map(toEntry).filter(entry => entry !== undefined)
    },
    async add(entry) {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) {
        await giveToOwner(folder)
        await syncFolder(dirname(folder))
      }
      await writeFile(fileOf(entry), '', { mode: 0o600, flush: true })
      await syncFolder(folder)
    },
    remove: entry => rm(fileOf(entry), { force: true }),
  }
}

function toEntry(name: string): Entry | undefined {
  const [chargeId = '', cause = '', ...more] = name.split('.')
  return isUuid(chargeId) && isWithheldCause(cause) && more.length === 0
    ? { chargeId, cause }
    : undefined
}

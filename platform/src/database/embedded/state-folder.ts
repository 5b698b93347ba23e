import { createHash } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canEnter } from './run-as.ts'

/** Returns the folder for the server's files if its user cannot reach the data folder or the binaries. */
export function stateFolderOf(dataFolderPath: string): string {
  return join('/var/lib/footnote', shortHash(dataFolderPath))
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export async function prepareStateFolder(folder: string, account: Account): Promise<void> {
  for (const path of [dirname(folder), folder]) {
    // Only what we make ourselves gets its mode set, whatever the umask: the rest is the operator's.
    if (await mkdir(path, { recursive: true })) await chmod(path, 0o755)
  }
  if (await canEnter(account, folder)) return
  throw new Error(
    `The database cannot run as root, and user ${account.uid} cannot enter ${folder}: allow it with "chmod a+x" on that folder and its parents, or start Footnote as an ordinary user.`,
  )
}

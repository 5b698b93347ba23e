import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'
import type { Account } from './database/embedded/run-as.ts'

interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** Users to try, in order. An operator can add the first just for the engine. */
const NAMES = ['footnote-engine', 'nobody', 'daemon']

/**
 * Chooses the user for an engine started by root; undefined if the engine runs as this process's user.
 * Avoids the database's user, who can read every wallet in the database's files. In an ordinary
 * user's data folder everything belongs to that user, whoever starts the service.
 */
export async function chooseEngineAccount(dataDir: string): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(ignoreMissing)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const cluster = await stat(join(dataDir, 'postgres')).catch(ignoreMissing)
  const users = await readUsers()
  const candidates = NAMES.flatMap(name => users.filter(user => user.name === name))
  // If there is no other user, the database's user still has fewer rights than root.
  const user = candidates.find(({ uid }) => uid !== cluster?.uid) ?? candidates[0]
  return user && { uid: user.uid, gid: user.gid }
}

/** Reads the users in /etc/passwd. */
export async function readUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines
    .map(line => line.split(':'))
    .flatMap(([name, , uid, gid]) =>
      name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
    )
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Account {
  uid: number
  gid: number
}

const execute = promisify(execFile)

/**
 * How every process of the database is started. The environment is our own so that no secret of
 * the service, and no locale of the machine, gets into it; the working directory is one that any
 * user can enter.
 */
export function processOptions({ uid, gid }: Account) {
  return { uid, gid, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } }
}

/** Runs a program to its end as that user and answers what it printed. */
export async function runAs(account: Account, program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, processOptions(account))
  return stdout
}

/** Tried as that user, because modes alone do not tell (access lists, mounts, capabilities). */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  )
}

/** The user this process runs as. */
export function currentAccount(): Account {
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'The embedded database runs on Linux and macOS only: give the address of a PostgreSQL server.',
    )
  }
  return { uid, gid }
}

import { readFile } from 'node:fs/promises'

export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** Reads the users in the machine's password file. */
export async function readUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines
    .map(line => line.split(':'))
    .flatMap(([name, , uid, gid]) =>
      name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
    )
}

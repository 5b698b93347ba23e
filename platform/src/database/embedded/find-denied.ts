import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './run-as.ts'

export interface Wish {
  readonly path: string
  readonly to: 'read' | 'enter' | 'write'
}

const MODES = { read: 'R_OK', enter: 'X_OK', write: 'W_OK' } as const

/**
 * Tries access as that user, because modes alone do not decide (access lists, mounts). A root process that
 * gives up its rights makes the attempt: the user could stop or change a process that is started as the user.
 */
const SCRIPT = `
  const { accessSync, constants, writeSync } = process.getBuiltinModule('fs')
  const { uid, gid, wishes } = JSON.parse(process.argv[1])
  process.setgroups([])
  process.setgid(gid)
  process.setuid(uid)
  const isDenied = ({ path, mode }) => {
    try {
      accessSync(path, constants[mode])
      return false
    } catch (error) {
      if (error.code === 'ENOENT') return false
      if (['EACCES', 'EROFS'].includes(error.code)) return true
      throw error
    }
  }
  writeSync(1, String(wishes.findIndex(isDenied)))`

/** Returns the first wish that the user is denied. Needs root. A missing path counts as allowed. */
export async function findDenied(
  { uid, gid }: Account,
  wishes: readonly Wish[],
): Promise<Wish | undefined> {
  const modes = wishes.map(({ path, to }) => ({ path, mode: MODES[to] }))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-e', SCRIPT, JSON.stringify({ uid, gid, wishes: modes })],
    { cwd: '/', env: {} },
  ).catch((cause: unknown) => {
    throw new Error(`Cannot find out what user ${uid} has access to: try again.`, { cause })
  })
  const index = Number.parseInt(stdout, 10)
  if (Number.isNaN(index)) throw new Error(`Cannot find out what user ${uid} has access to.`)
  return wishes[index]
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './run-as.ts'

export interface Wish {
  readonly path: string
  readonly to: 'read' | 'enter' | 'write'
}

const MODES = { read: 'R_OK', enter: 'X_OK', write: 'W_OK' } as const

/**
 * Tried as that user, because modes alone do not tell (access lists, mounts). The process that tries is root's
 * and gives up its rights: one that was started as the user could be held up by that user's other processes,
 * or made to give the wrong answer.
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

/** For root: the first of the wishes that the user is denied. What is not there is denied to nobody. */
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

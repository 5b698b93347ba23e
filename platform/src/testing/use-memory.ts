import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^fn-(\d+)$/
const NEEDED_BYTES = 6 * 1024 ** 3

/**
 * Moves the temporary files of a test run into memory, where creating and dropping a database takes a seventh
 * of the work. They stay on disk if there is little memory, or if it can hold no programs.
 */
export function useMemory(): void {
  if (tmpdir().startsWith(MEMORY) || !hasRoom()) return
  removeLeftovers()
  const folder = join(MEMORY, `fn-${process.pid}`)
  mkdirSync(folder)
  // Tests act as several users.
  chmodSync(folder, 0o1777)
  // Compiled code is kept for the next run.
  symlinkSync(join(tmpdir(), 'node-compile-cache'), join(folder, 'node-compile-cache'))
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const isBarred = /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))
    return !isBarred && Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** Frees the memory of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isAlive(pid)) remove(join(MEMORY, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The next run removes what a process that still runs has kept from being removed. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}

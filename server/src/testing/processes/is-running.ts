import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns whether the process lives; one that ended and was not yet reaped does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const shown = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return /^[^Z\s]/.test(shown.stdout.trim())
}

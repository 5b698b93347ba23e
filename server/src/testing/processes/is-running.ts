import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Whether the process lives; one that has ended and was not yet fetched by its parent does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const shown = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return /^[^Z\s]/.test(shown.stdout.trim())
}

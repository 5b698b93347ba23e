import { tmpdir } from 'node:os'
import { findDenied } from '../database/embedded/find-denied.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

/**
 * Returns whether root can act as another user in tests. That user must be able to read the code and Node and
 * to enter the folder for temporary files. If root runs the tests and this fails, the run says so.
 */
export async function canLendRights(name: string): Promise<boolean> {
  if (process.geteuid?.() !== 0) return false
  const denied = await findDenied(NOBODY, [
    { path: process.execPath, to: 'read' },
    { path: import.meta.filename, to: 'read' },
    { path: tmpdir(), to: 'enter' },
  ])
  if (!denied) return true
  process.stderr.write(
    `\n*** SKIPPED, not passed: "${name}" needs a user who is not root to ${denied.to} ${denied.path}. Move the checkout, or set TMPDIR.\n`,
  )
  return false
}

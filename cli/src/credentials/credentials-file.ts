import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Environment } from '../terminal/terminal.ts'

/** A key and the only address that it may be sent to. */
export interface Credentials {
  readonly address: string
  readonly key: string
}

/** Where they are kept. A path that is not absolute does not count, as the XDG rules have it. */
export function credentialsFile(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const folder = isAbsolute(given) ? given : join(env['HOME'] || homedir(), '.config')
  return join(folder, 'footnote', 'credentials.json')
}

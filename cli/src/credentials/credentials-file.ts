import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'

/** A key and the only address that it may be sent to. */
export interface Credentials {
  readonly address: string
  readonly key: string
}

/** Where they are kept. A path that is not absolute does not count, as the XDG rules have it. */
export function credentialsFile(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const folder = isAbsolute(given) ? given : join(env['HOME'] || ownHome(), '.config')
  return join(folder, 'footnote', 'credentials.json')
}

/** Whoever runs as a user that the system does not know has none. */
function ownHome(): string {
  try {
    return homedir()
  } catch (error) {
    throw new CallerError('NO_API_KEY', 'there is no home folder to keep a key in; set HOME', {
      cause: error,
    })
  }
}

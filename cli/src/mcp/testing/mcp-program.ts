import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** `footnote mcp` as an agent starts it, which sees these settings and no others. */
export function mcpProgram(settings: Readonly<Record<string, string>>) {
  return {
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: {
      PATH: process.env['PATH'] ?? '',
      // Nobody has logged in here.
      XDG_CONFIG_HOME: join(tmpdir(), 'footnote-nobody'),
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...settings,
    },
  }
}

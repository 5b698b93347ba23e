import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN } from '../../testing/run-cli.ts'

/** Describes how an agent starts `footnote mcp`, with these settings and no others. */
export function mcpProgram(settings: Readonly<Record<string, string>>) {
  return {
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: {
      PATH: process.env['PATH'] ?? '',
      // A folder without a stored key.
      XDG_CONFIG_HOME: join(tmpdir(), 'footnote-nobody'),
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...settings,
    },
  }
}

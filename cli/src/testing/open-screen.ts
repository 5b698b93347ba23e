import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { MAIN, SURROUNDINGS } from './run-cli.ts'

const execute = promisify(execFile)

/** A shell in a real terminal, with `footnote` as the published program. */
export interface Screen {
  /** Types without pressing Enter. */
  write(text: string): Promise<void>
  /** Types a line and presses Enter. */
  type(line: string): Promise<void>
  /** Presses a key, such as C-c. */
  press(key: string): Promise<void>
  /** Reads the screen and its scrollback. */
  read(): Promise<string>
  /** Waits until the text appears, and returns the screen. */
  shows(text: string | RegExp): Promise<string>
  close(): Promise<void>
}

export function isTmuxInstalled(): boolean {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch {
    process.stderr.write(
      'SKIPPED: tmux is not installed, so the tests in a real terminal do not run\n',
    )
    return false
  }
}

export async function openScreen(env: Readonly<Record<string, string>>): Promise<Screen> {
  const server = `footnote-${randomUUID()}`
  const tmux = (...args: string[]) => execute('tmux', ['-L', server, ...args])
  const settings = { ...SURROUNDINGS, TERM: 'xterm-256color', PS1: '$ ', ...env }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const size = ['-x', '100', '-y', '50']
  await tmux(
    ...['-f', '/dev/null', 'new-session', '-d', ...size],
    ...['env', '-i', ...assignments, 'bash', '--norc', '--noprofile', '-i'],
  )
  const read = async () => (await tmux('capture-pane', '-p', '-S', '-', '-J')).stdout
  const write = async (text: string) => void (await tmux('send-keys', '-l', text))
  const type = async (line: string) => {
    await write(line)
    await tmux('send-keys', 'Enter')
  }
  await type(`footnote() { '${process.execPath}' '${MAIN}' "$@"; }; clear`)
  return {
    write,
    type,
    read,
    async press(key) {
      await tmux('send-keys', key)
    },
    async shows(text) {
      let shown = ''
      await waitFor(`the screen to show ${text}`, async () => {
        shown = await read()
        return typeof text === 'string' ? shown.includes(text) : text.test(shown)
      })
      return shown
    },
    async close() {
      await tmux('kill-server')
    },
  }
}

import type { Writable } from 'node:stream'

const NARROWEST = 20
/** Longer lines are hard to read, however wide the window is. */
const WIDEST = 100
const USUAL = 80

/** Terminals known to support OSC 8 links; others may print the escape sequence. */
const LINKING_PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed', 'rio', 'Hyper']
const LINKING_TERMS = /^(?:xterm-(?:kitty|ghostty)|alacritty|foot|wezterm|contour)/
const FIRST_LINKING_TMUX = 3.4
const FIRST_LINKING_VTE = 5000

export type Environment = Readonly<Record<string, string | undefined>>

/** The output streams and their capabilities. */
export interface Terminal {
  readonly out: Writable
  readonly err: Writable
  /** Width for text; Infinity for a pipe, which gets unwrapped lines. */
  readonly columns: number
  readonly outIsTty: boolean
  /** Whether a line on stderr can be redrawn; false on a dumb terminal. */
  readonly errIsTty: boolean
  readonly color: boolean
  readonly links: boolean
}

/** How to render text. */
export type Look = Pick<Terminal, 'columns' | 'color' | 'links'>

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Detects the capabilities of the streams, and the settings in the environment. */
export function openTerminal(
  env: Environment,
  { stdout, stderr }: { readonly stdout: Stream; readonly stderr: Stream },
): Terminal {
  const isDumb = env['TERM'] === 'dumb'
  const outIsTty = stdout.isTTY === true
  const color = wantsColor(env) ?? (outIsTty && !isDumb)
  return {
    out: stdout,
    err: stderr,
    columns:
      outIsTty || color ? boundedColumns(stdout.columns ?? Number(env['COLUMNS'])) : Infinity,
    outIsTty,
    errIsTty: stderr.isTTY === true && !isDumb,
    color,
    links: wantsLinks(env) ?? (outIsTty && color && showsLinks(env)),
  }
}

function boundedColumns(columns: number): number {
  return Math.min(Math.max(Math.floor(columns) || USUAL, NARROWEST), WIDEST)
}

/** Settings take precedence over detection; FORCE_COLOR over NO_COLOR, as in Node. */
function wantsColor(env: Environment): boolean | undefined {
  const force = env['FORCE_COLOR']
  if (force !== undefined) return force !== '0' && force !== 'false'
  return env['NO_COLOR'] ? false : undefined
}

function wantsLinks(env: Environment): boolean | undefined {
  const force = env['FORCE_HYPERLINK']
  return force === undefined ? undefined : force !== '0' && force !== 'false'
}

function showsLinks(env: Environment): boolean {
  const program = env['TERM_PROGRAM'] ?? ''
  if (program === 'tmux')
    return Number.parseFloat(env['TERM_PROGRAM_VERSION'] ?? '') >= FIRST_LINKING_TMUX
  if (env['TMUX'] || env['STY']) return false
  return (
    LINKING_PROGRAMS.includes(program) ||
    LINKING_TERMS.test(env['TERM'] ?? '') ||
    Number(env['VTE_VERSION']) >= FIRST_LINKING_VTE ||
    Boolean(env['WT_SESSION'] || env['KONSOLE_VERSION'] || env['DOMTERM'])
  )
}

/** Uses the full width of a wide window; only prose is limited to 100 columns. */
export function wide(terminal: Terminal): Terminal {
  const { columns = 0 } = terminal.out as { columns?: number }
  return { ...terminal, columns: Math.max(terminal.columns, columns) }
}

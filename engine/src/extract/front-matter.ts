export interface FrontMatter {
  readonly values: ReadonlyMap<string, string>
  /** The text below it. */
  readonly body: string
}

const LONGEST = 20_000

/** The plain values at the head of a Markdown file: YAML between `---`, or TOML between `+++`. */
export function splitFrontMatter(text: string): FrontMatter {
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  const end = fence ? text.slice(0, LONGEST).indexOf(`\n${fence[1]}`, 3) : -1
  if (!fence || end === -1) return { values: new Map(), body: text }
  const values = new Map<string, string>()
  for (const line of text.slice(fence[0].length, end).split('\n')) {
    const [, key, value = ''] = /^([\w.-]{1,60})\s*[:=]\s*(.*)$/.exec(line) ?? []
    if (key) values.set(key.toLowerCase(), unquote(value.trim()))
  }
  const rest = text.indexOf('\n', end + 1)
  return { values, body: rest === -1 ? '' : text.slice(rest + 1) }
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value)
  if (quoted) return quoted[2] ?? ''
  return value.replace(/\s#.*$/, '').trimEnd()
}

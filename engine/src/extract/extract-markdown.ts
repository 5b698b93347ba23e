import { languageTag } from '../text/language-tag.ts'
import { readText } from './decode-text.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { markdownText } from './markdown-text.ts'
import { parseDate } from './parse-date.ts'

/** Generic file names. */
const GENERIC_NAME = /(?:^|\/)(?:readme|index|about|docs?|overview|_index)(?:\.[a-z]+)?$/i
const LONGEST = 20_000

export function extractMarkdown(bytes: Uint8Array, options: ExtractOptions): Draft {
  const { fileName = new URL(options.url).pathname } = options
  const source = readText(bytes, options)
  const { values, body } = splitFrontMatter(source)
  const first = (...keys: string[]) => keys.map(key => values.get(key)).find(Boolean)
  const text = markdownText(body)
  const title = first('title') ?? titleIn(text, { isNamed: !GENERIC_NAME.test(fileName) })
  const url = first('url', 'canonical_url', 'canonical', 'permalink', 'source')
  const publishedOn = parseDate(first('date', 'published', 'publishdate', 'pubdate', 'created'))
  const language = languageTag(first('lang', 'language', 'locale'))
  return {
    text,
    ...(title && { title }),
    ...(url && { url }),
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
  }
}

/**
 * Returns the first-level heading that opens the document if it is the only one. Several are sections,
 * and the file name says more than the first of them, unless it is generic.
 */
function titleIn(text: string, { isNamed }: { readonly isNamed: boolean }): string | undefined {
  const [first, ...others] = Array.from(text.matchAll(/^(#{1,6}) (.+)$/gm))
  const isAlone = others.every(([, signs]) => signs !== '#')
  return first?.[1] === '#' && (isAlone || !isNamed) ? first[2] : undefined
}

interface FrontMatter {
  readonly values: ReadonlyMap<string, string>
  /** The text below it. */
  readonly body: string
}

/** Splits off the front matter of a Markdown file: YAML between `---`, or TOML between `+++`. */
function splitFrontMatter(text: string): FrontMatter {
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

import { type Html, html } from './html.ts'

const DOUBLE = String.raw`"(?:\\.|[^"\\])*"`
const SINGLE = String.raw`'(?:\\.|[^'\\])*'`
const NUMBER = String.raw`(?<![\w.])-?\d[\d_]*(?:\.\d+)?\b`

/** Patterns by language; the name of a group is the class of the text that it matches. */
const LANGUAGES: Readonly<Record<string, RegExp>> = {
  json: new RegExp(
    `(?<name>${DOUBLE}(?=\\s*:))|(?<text>${DOUBLE})|(?<value>\\b(?:true|false|null)\\b|${NUMBER})`,
    'g',
  ),
  bash: new RegExp(`(?<note>(?<=^|\\s)#.*)|(?<text>'[^']*'|${DOUBLE})`, 'gm'),
  ts: new RegExp(
    `(?<note>//.*)|(?<text>\`[^\`]*\`|${SINGLE}|${DOUBLE})|(?<word>\\b(?:${[
      ...['as', 'async', 'await', 'break', 'catch', 'const', 'continue', 'else', 'export', 'for'],
      ...['from', 'function', 'if', 'import', 'in', 'instanceof', 'let', 'new', 'of', 'return'],
      ...['switch', 'throw', 'try', 'type', 'while'],
    ].join('|')})\\b)|(?<value>\\b(?:true|false|null|undefined)\\b|${NUMBER})`,
    'g',
  ),
  python: new RegExp(
    `(?<note>#.*)|(?<text>${SINGLE}|${DOUBLE})|(?<word>\\b(?:${[
      ...['as', 'break', 'def', 'elif', 'else', 'except', 'for', 'from', 'if', 'import', 'in'],
      ...['not', 'raise', 'return', 'try', 'while', 'with'],
    ].join('|')})\\b)|(?<value>\\b(?:True|False|None)\\b|${NUMBER})`,
    'g',
  ),
}

/** Highlights names, strings, keywords, values and comments in code. */
export function highlightCode(code: string, language: string): Html {
  const pattern = LANGUAGES[language]
  if (!pattern) return html`${code}`
  const parts: Html[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [token] = match
    const kinds = Object.entries(match.groups ?? {})
    const [kind] = kinds.find(([, found]) => found !== undefined) ?? []
    parts.push(html`${code.slice(end, match.index)}<span class="${kind}">${token}</span>`)
    end = match.index + token.length
  }
  return html`${parts}${code.slice(end)}`
}

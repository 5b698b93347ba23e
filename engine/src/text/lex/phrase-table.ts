import type { Span } from '../span.ts'

/** Words and phrases with a value each, to be looked up at an offset of a text. */
export interface PhraseTable<Value> {
  /** Returns the longest phrase that begins at the offset. */
  at(text: string, start: number): PhraseMatch<Value> | undefined
  /** The value of a whole text. */
  get(text: string): Value | undefined
}

export interface PhraseMatch<Value> extends Span {
  readonly value: Value
}

const MOST_TOKENS = 3
const LONGEST_WIDE = 6
/** Initials with their stops, a run of letters, or one sign. */
const TOKEN = /(?:\p{L}\.){2,8}|[\p{L}\p{M}\p{N}²³°'’€]{1,40}\.?|[^\s\p{L}\p{N}]/uy
/** Scripts that set no space between words. */
const WIDE = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const GAP = /[\s-]{0,2}/uy

/**
 * Makes a table from comma-separated lists of forms. `met(re|er)(s|)` stands for its four spellings,
 * `procent*` for every word that begins so, and `mio.` matches with or without its full stop. If a form
 * occurs twice, `merge` joins the values; without `merge`, the first one stays.
 */
export function phraseTable<Value>(
  entries: Iterable<readonly [string, Value]>,
  merge: (one: Value, other: Value) => Value = one => one,
): PhraseTable<Value> {
  const exact = new Map<string, Value>()
  const beginnings: [string, Value][] = []
  const dotted = new Set<string>()
  for (const [forms, value] of entries) {
    for (const form of forms.split(/,\s+/).flatMap(expand)) {
      const key = keyOf(form.replace(/\*$/, ''))
      if (form.endsWith('.')) dotted.add(key)
      const known = exact.get(key)
      if (form.endsWith('*')) beginnings.push([key, value])
      else exact.set(key, known === undefined ? value : merge(known, value))
    }
  }

  function find(key: string): Value | undefined {
    return exact.get(key) ?? beginnings.find(([beginning]) => key.startsWith(beginning))?.[1]
  }

  function at(text: string, start: number): PhraseMatch<Value> | undefined {
    let best: PhraseMatch<Value> | undefined
    let key = ''
    let end = start
    for (let count = 0; count < MOST_TOKENS; count++) {
      const token = tokenAt(text, end)
      if (!token) break
      if (count === 0 && WIDE.test(token)) return atWide(token, start)
      end += token.length
      key = `${key}${key === '' ? '' : ' '}${plain(token)}`
      const value = find(key)
      // The full stop of an abbreviation belongs to the phrase; that of a sentence does not.
      const stop = token.endsWith('.') && !dotted.has(key) && !/^(?:\p{L}\.)+$/u.test(token) ? 1 : 0
      if (value !== undefined) best = { start, end: end - stop, value }
      GAP.lastIndex = end
      end += GAP.exec(text)?.[0].length ?? 0
    }
    return best
  }

  function atWide(token: string, start: number): PhraseMatch<Value> | undefined {
    for (let length = Math.min(LONGEST_WIDE, token.length); length > 0; length--) {
      const value = exact.get(token.slice(0, length))
      if (value !== undefined) return { start, end: start + length, value }
    }
    return undefined
  }

  return { at, get: text => find(keyOf(text)) }
}

function tokenAt(text: string, start: number): string | undefined {
  TOKEN.lastIndex = start
  return TOKEN.exec(text)?.[0]
}

function plain(token: string): string {
  // The apostrophe of a genitive, as in seven years' war.
  return token
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/(?<=\p{L})['’]$/u, '')
}

function keyOf(form: string): string {
  const tokens: string[] = []
  for (let at = 0; at < form.length; ) {
    GAP.lastIndex = at
    at += GAP.exec(form)?.[0].length ?? 0
    const token = tokenAt(form, at)
    if (!token) break
    tokens.push(plain(token))
    at += token.length
  }
  return tokens.join(' ')
}

function expand(form: string): string[] {
  const group = /\(([^()]*)\)/.exec(form)
  if (!group) return [form]
  const [before, after] = [form.slice(0, group.index), form.slice(group.index + group[0].length)]
  return (group[1] ?? '').split('|').flatMap(option => expand(`${before}${option}${after}`))
}

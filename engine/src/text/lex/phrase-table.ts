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

/** A phrase ends with its word, unless its script sets no space between words. */
const WIDE = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD_END = "(?![\\p{L}\\p{M}\\p{N}²³°€]|['’]\\p{L})"

/**
 * Makes a table from comma-separated lists of forms. `met(re|er)(s|)` stands for its four spellings,
 * `procent*` for every word that begins so, and `mio.` matches with or without its full stop. If a form
 * occurs twice, `merge` joins the values; without `merge`, the first one stays.
 */
export function phraseTable<Value>(
  entries: Iterable<readonly [string, Value]>,
  merge: (one: Value, other: Value) => Value = one => one,
): PhraseTable<Value> {
  const values = new Map<string, Value>()
  const all = Array.from(entries).flatMap(([list, value]) =>
    list
      .split(/,\s+/)
      .flatMap(expand)
      .map(form => [form, value] as const),
  )
  for (const [form, value] of all) {
    const known = values.get(keyOf(form))
    values.set(keyOf(form), known === undefined ? value : merge(known, value))
  }
  const beginnings = all.filter(([form]) => form.endsWith('*')).map(([form]) => keyOf(form))
  const patterns = patternsOf(all.map(([form]) => form))
  const find = (written: string) => {
    const key = keyOf(written)
    return values.get(key) ?? values.get(beginnings.find(one => key.startsWith(one)) ?? '')
  }
  return {
    at(text, start) {
      let written = ''
      for (const pattern of patterns) {
        pattern.lastIndex = start
        const found = pattern.exec(text)?.[0] ?? ''
        if (found.length > written.length) written = found
      }
      const value = written === '' ? undefined : find(written)
      return value === undefined ? undefined : { start, end: start + written.length, value }
    },
    get: find,
  }
}

/** One pattern for each kind of end: an end that each form repeats takes seconds to compile. */
function patternsOf(forms: readonly string[]): RegExp[] {
  const kinds = Object.groupBy(forms, endOf)
  return Object.entries(kinds).map(([end, ofKind = []]) => {
    const longestFirst = ofKind.toSorted((one, other) => other.length - one.length)
    return new RegExp(`(?:${longestFirst.map(patternOf).join('|')})${end}`, 'iuy')
  })
}

function endOf(form: string): string {
  if (form.endsWith('*')) return '\\p{L}*'
  return WIDE.test(form) || !/[\p{L}\p{N}²³.]$/u.test(form) ? '' : WORD_END
}

function patternOf(form: string): string {
  return form
    .replace(/\*$/, '')
    .replace(/[$^\\/|?+()[\]{}]/g, '\\$&')
    .replaceAll('.', '\\.?')
    .replaceAll(' ', '[\\s-]{1,2}')
}

function keyOf(form: string): string {
  return form.toLowerCase().replace(/[\s.*-]/g, '')
}

function expand(form: string): string[] {
  const group = /\(([^()]*)\)/.exec(form)
  if (!group) return [form]
  const [before, after] = [form.slice(0, group.index), form.slice(group.index + group[0].length)]
  return (group[1] ?? '').split('|').flatMap(option => expand(`${before}${option}${after}`))
}

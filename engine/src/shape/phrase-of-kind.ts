import { nameSpans } from '../text/find-names.ts'
import { quantities } from '../text/quantities.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { words } from '../text/words.ts'
import { dateSpans } from './date-spans.ts'
import { plainStem } from './property-words.ts'
import type { ValueKind } from './value-kind.ts'

/** How far behind its name a value may stand. */
const MOST_BETWEEN = 60
const CURRENCY =
  /^\s*(?:[a-z]+\s)?(?:dollars?|euros?|pounds?|yen|francs?|crowns?|rupees?|pesos?|cents?|USD|EUR|GBP|CHF|JPY)\b/i

interface PhraseOptions {
  readonly kind: ValueKind
  /** The stems that name what is asked for. */
  readonly asked: readonly string[]
  /** What names only repeat; it answers nothing. */
  readonly known: ReadonlySet<string>
}

/**
 * The one phrase of its kind in a sentence; of several, the one right before or behind what names it.
 * Undefined where it cannot be told which one is meant.
 */
export function phraseOfKind(sentence: string, options: PhraseOptions): Span | undefined {
  const phrases = phrasesOf(sentence, options)
  if (phrases.length < 2) return phrases[0]
  const named = words(sentence).filter(word => options.asked.includes(plainStem(word)))
  for (const word of named) {
    const before = phrases.find(({ end }) => isRightBefore(sentence.slice(end, word.start)))
    if (before && before.end < word.start) return before
    const after = phrases.find(({ start }) => start >= word.end)
    if (after && after.start - word.end <= MOST_BETWEEN) return after
  }
  return undefined
}

/** "500 full-time employees", but not "until March and ends". */
function isRightBefore(between: string): boolean {
  const [, inner = ''] = /^\s+(?:([\p{L}-]+)\s+)?$/u.exec(between) ?? [undefined, 'and']
  return !STOP_WORDS.has(inner.toLowerCase())
}

/** All phrases of the kind, in order. */
export function phrasesOf(
  sentence: string,
  { kind, known }: Pick<PhraseOptions, 'kind' | 'known'>,
): readonly Span[] {
  const dates = dateSpans(sentence)
  if (kind === 'date') return dates
  const isOutside = ({ start, end }: Span) =>
    !dates.some(date => date.start < end && date.end > start)
  if (kind === 'person') {
    const read = words(sentence)
    return nameSpans(sentence, read).filter(
      span =>
        isOutside(span) &&
        read.some(
          word => word.start >= span.start && word.end <= span.end && !known.has(word.stem),
        ),
    )
  }
  const figures = quantities(sentence).filter(isOutside)
  const isMoney = ({ unit, end }: (typeof figures)[number]) =>
    unit === 'money' || CURRENCY.test(sentence.slice(end))
  if (kind === 'percent') return figures.filter(({ unit }) => unit === 'percent')
  if (kind === 'number') return figures.filter(one => one.unit !== 'percent' && !isMoney(one))
  const money = figures.filter(isMoney)
  return money.length > 0 ? money : figures.filter(({ unit }) => unit === 'none')
}

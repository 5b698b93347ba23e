import type { AnswerKind } from '../question/answer-kind.ts'
import type { Question } from '../question/question.ts'
import type { Span } from '../text/span.ts'
import type { Word } from '../text/words.ts'
import { isSmall, readSentence, type SentenceReading } from './read-sentence.ts'
import { cuts, holds, isSame } from './span-relations.ts'

/** What speaks for a phrase as the answer, each 0 or 1 or between. */
export type PhraseFeatures = Readonly<Record<(typeof FEATURES)[number], number>>

const FEATURES = [
  'asked',
  'small',
  'length',
  'single',
  'ofKind',
  'holdsKind',
  'cutsKind',
  'isName',
  'cutsName',
  'figure',
  'cleanStart',
  'cleanEnd',
  'endsInFocus',
  'beforeFocus',
  'nearLeft',
  'nearRight',
  'led',
  'called',
  'subject',
  'object',
  'ahead',
  'behind',
  'opens',
  'closes',
  'verbal',
  'quoted',
] as const

export interface RatedPhrase {
  readonly span: Span
  readonly features: PhraseFeatures
}

const MOST_WORDS = 7
const BREAK = /[.,;:!?()[\]"“”—]/
const LED_BY: Partial<Readonly<Record<AnswerKind, RegExp>>> = {
  person: /^(?:by|to|with|from|of)$/,
  place: /^(?:in|at|from|near|to|on|of|through|into)$/,
  organisation: /^(?:by|with|for|of|from|to)$/,
  date: /^(?:in|on|since|until|by|from|during|after|before|around|about|circa)$/,
  number: /^(?:about|around|over|than|of|approximately|nearly|almost|at|to|only)$/,
  money: /^(?:about|around|over|than|of|approximately|nearly|almost|at|to|for)$/,
  percent: /^(?:about|around|over|than|of|approximately|nearly|almost|at|to|by)$/,
}
const CALLED =
  /^(?:is|are|was|were|be|been|called|named|termed|as|became|become|titled|dubbed|like)$/
const ARTICLE = /^(?:a|an|the|its|his|her|their)$/
const VERBAL = /^\p{Ll}+(?:ed|ing)$/u

/** The phrases of a sentence that could be the answer: runs of words that begin and end with content. */
export function ratePhrases(question: Question, text: string): RatedPhrase[] {
  const reading = readSentence(question, text)
  const { all } = reading
  const rated: RatedPhrase[] = []
  for (let first = 0; first < all.length; first++) {
    for (let last = first; last < all.length && mayReach(reading, first, last); last++) {
      if (isSmall(all[first]) || isSmall(all[last])) continue
      const features = featuresOf(reading, first, last)
      const span = whole(reading, spanOf(all, first, last))
      if (features.asked < 1) rated.push({ span, features })
    }
  }
  return rated
}

function featuresOf(reading: SentenceReading, first: number, last: number): PhraseFeatures {
  const { all, text, matched, kind, focus } = reading
  const span = spanOf(all, first, last)
  const inside = all.slice(first, last + 1)
  const content = inside.filter(word => !isSmall(word))
  const asked = inside.filter((word, at) => !isSmall(word) && matched[first + at]).length
  const left = distance(matched, first, -1)
  const right = distance(matched, last, 1)
  const ahead = aheadOf(matched, first, last)
  const before = all[first - 1]
  const lead = before && ARTICLE.test(before.folded) ? all[first - 2] : before
  const isOfKind = reading.ofKind.some(other => isSame(other, span))
  const isName = reading.names.some(other => isSame(other, span))
  const flag = (condition: boolean | undefined) => (condition ? 1 : 0)
  return {
    asked: asked / content.length,
    small: (inside.length - content.length) / inside.length,
    length: inside.length / MOST_WORDS,
    single: flag(inside.length === 1),
    ofKind: flag(isOfKind),
    holdsKind: flag(!isOfKind && reading.ofKind.some(other => holds(span, other))),
    cutsKind: flag(!isOfKind && reading.ofKind.some(other => cuts(span, other))),
    isName: flag(isName),
    cutsName: flag(!isName && reading.names.some(other => cuts(span, other))),
    figure: flag(reading.figures.some(other => holds(span, other))),
    cleanStart: flag(!before || isSmall(before) || breaks(text, before, all[first])),
    cleanEnd: flag(
      last + 1 >= all.length || isSmall(all[last + 1]) || breaks(text, all[last], all[last + 1]),
    ),
    endsInFocus: flag(focus !== undefined && inside.at(-1)?.stem === focus),
    beforeFocus: flag(focus !== undefined && all[last + 1]?.stem === focus),
    nearLeft: left === 0 ? 0 : 1 / left,
    nearRight: right === 0 ? 0 : 1 / right,
    led: flag(lead && LED_BY[kind]?.test(lead.folded)),
    called: flag(lead && CALLED.test(lead.folded)),
    subject: flag(reading.asks === 'subject' && matched[last + 1]),
    object: flag(reading.asks === 'object' && lead && matched[all.indexOf(lead)]),
    ahead: reading.asks === 'subject' ? ahead : 0,
    behind: reading.asks === 'object' ? 1 - ahead : 0,
    opens: flag(first <= 1),
    closes: flag(last === all.length - 1),
    verbal: flag(VERBAL.test(inside[0]?.text ?? '')),
    quoted: flag(/["“‘']/.test(text[span.start - 1] ?? '') && /["”’',]/.test(text[span.end] ?? '')),
  }
}

/** Words to the next word of the question on one side; 0 when there is none. */
function distance(matched: readonly boolean[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < matched.length; at += step) {
    if (matched[at]) return Math.abs(at - from)
  }
  return 0
}

/** How much of what the question says stands behind the phrase rather than before it. */
function aheadOf(matched: readonly boolean[], first: number, last: number): number {
  let left = 0
  let right = 0
  matched.forEach((isMatched, at) => {
    if (isMatched && at < first) left += 1
    if (isMatched && at > last) right += 1
  })
  return left + right === 0 ? 0.5 : right / (left + right)
}

/** Whether a phrase may go on to a word: not past punctuation nor far, save within one expression. */
function mayReach({ text, all, ofKind, names }: SentenceReading, first: number, last: number) {
  if (last === first) return true
  const before = all[last - 1]
  const word = all[last]
  const isInside = ({ start, end }: Span) => start < (before?.end ?? 0) && end > (word?.start ?? 0)
  if (ofKind.some(isInside)) return true
  if (last - first >= MOST_WORDS) return false
  return names.some(isInside) || !breaks(text, before, word)
}

function breaks(text: string, before: Word | undefined, after: Word | undefined): boolean {
  return (
    before !== undefined && after !== undefined && BREAK.test(text.slice(before.end, after.start))
  )
}

/** With what belongs to it and is no word: a sign, a currency, a percent sign. */
function whole({ ofKind, figures }: SentenceReading, span: Span): Span {
  const { start, end } =
    [...ofKind, ...figures].find(other => isSame(other, span) && holds(other, span)) ?? span
  return { start, end }
}

function spanOf(all: readonly Word[], first: number, last: number): Span {
  return { start: all[first]?.start ?? 0, end: all[last]?.end ?? 0 }
}

import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { baseOf } from './base-of.ts'

const CAPITAL_NOUNS = new Set(['de', 'lb', 'gsw'])

/** Whether a language writes all nouns with capitals, so that they tell no names. */
export function hasCapitalNouns(language: string): boolean {
  return CAPITAL_NOUNS.has(baseOf(language))
}

/** Words that begin sentences and are no part of the name after them. */
const OPENERS = new Set(
  (
    'according additionally although both despite each every finally furthermore however instead ' +
    'like meanwhile moreover overall similarly since therefore though thus total unlike yet'
  ).split(' '),
)

/**
 * The words of a sentence that name something: those in capitals, though not the first one, which
 * has its capital from the sentence, unless a name plainly goes on after it or it is an acronym.
 */
export function namedWords(sentence: string): Word[] {
  const all = words(sentence)
  return all.filter((word, index) => {
    if (!isCapital(word) || STOP_WORDS.has(word.folded) || word.folded.length < 2) return false
    if (/\p{Lu}.*\p{Lu}|\d/u.test(word.text)) return true
    if (index > 0 && !/[.!?:;•"“‘'(|]\s*$/.test(sentence.slice(0, word.start))) return true
    const next = all[index + 1]
    return (
      next !== undefined &&
      isCapital(next) &&
      !OPENERS.has(word.folded) &&
      sentence.slice(word.end, next.start) === ' '
    )
  })
}

function isCapital({ text }: Word): boolean {
  return /^\p{Lu}/u.test(text)
}

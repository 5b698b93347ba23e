import type { AnswerKind } from '../plan/answer-kind.ts'
import { nameSpans } from '../plan/find-names.ts'
import { quantities } from '../text/quantities.ts'
import type { Span } from '../text/span.ts'
import type { Word } from '../text/words.ts'

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const YEAR = '(?:1\\d{3}|20\\d{2})'
const DATE = new RegExp(
  [
    `(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?\\b${MONTH}\\b(?:\\s+\\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d))?(?:,?\\s+(?:of\\s+)?${YEAR}\\b)?`,
    `\\b${YEAR}s?(?:\\s?[-–—]\\s?(?:${YEAR}s?|\\d{2}))?\\b(?!\\s*(?:km|miles|metres|meters|people))`,
    '\\b\\d{1,4}\\s?(?:BCE?|CE|AD)\\b|\\bAD\\s?\\d{1,4}\\b',
    '\\b(?:(?:early|mid|late)[-\\s])?(?:\\d{1,2}(?:st|nd|rd|th)|[a-z]{3,12}(?:th|rst|ond|ird))[-\\s](?:century|centuries|millennium)(?:\\s(?:BCE?|AD|CE)\\b)?',
    '\\b[\\d.,]+\\s(?:million|billion|thousand)?\\s?years\\sago\\b',
    '\\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b',
  ].join('|'),
  'gu',
)
const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|twice|once|third|quarter|\d{1,3}(?:st|nd|rd|th))\b/giu
const MONEY_WORD = /\b(?:dollars?|pounds?|euros?|cents?|francs?|yen|marks?|shillings?|rupees?)\b/iu

/** The phrases of a sentence that are of the kind, whatever else they are. Undefined: any may be. */
export function phrasesOfKind(
  kind: AnswerKind,
  { text, words }: { text: string; words: readonly Word[] },
): readonly Span[] | undefined {
  switch (kind) {
    case 'person':
    case 'place':
    case 'organisation':
      return nameSpans(text, words)
    case 'date':
      return matches(text, DATE)
    case 'number':
      return numbers(text)
    case 'percent':
      return quantities(text).filter(({ unit }) => unit === 'percent')
    case 'money':
      return MONEY_WORD.test(text)
        ? numbers(text)
        : quantities(text).filter(({ unit }) => unit === 'money')
    default:
      return undefined
  }
}

function numbers(text: string): Span[] {
  return [...quantities(text), ...matches(text, NUMBER_WORD)].toSorted((a, b) => a.start - b.start)
}

function matches(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }))
}

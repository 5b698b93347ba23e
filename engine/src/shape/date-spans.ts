import type { Span } from '../text/span.ts'

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const YEAR = '(?:1\\d{3}|20\\d{2})'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const DATES = new RegExp(
  [
    `(?:\\b${DAY}\\s(?:of\\s)?)?\\b${MONTH}\\b(?:\\s${DAY}\\b(?!\\d))?(?:,?\\s(?:of\\s)?${YEAR}\\b)?`,
    `\\b${YEAR}s?(?:(?:\\s?[-–—]\\s?|\\sto\\s)(?:${YEAR}s?|\\d{2}))?\\b(?!\\s(?:km|miles|metres|meters|people))`,
    '\\b\\d{1,4}\\s?(?:BCE?|CE|AD)\\b|\\bAD\\s?\\d{1,4}\\b',
    `\\b(?:(?:early|mid|late)[-\\s])?(?:${DAY}|[a-z]{3,12}(?:th|rst|ond|ird))[-\\s](?:century|centuries|millennium)(?:\\s(?:BCE?|AD|CE)\\b)?`,
    '\\b\\d[\\d.,]{0,12}\\s(?:(?:million|billion|thousand)\\s)?years\\sago\\b',
    '\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b',
  ].join('|'),
  'gu',
)
const YEARS = new RegExp(`\\b${YEAR}\\b`, 'g')

/** Where a text says when, as English writes it. */
export function dateSpans(text: string): Span[] {
  return Array.from(text.matchAll(DATES), spanOf)
}

export function yearSpans(text: string): Span[] {
  return Array.from(text.matchAll(YEARS), spanOf)
}

function spanOf({ 0: found, index }: RegExpExecArray): Span {
  return { start: index, end: index + found.length }
}

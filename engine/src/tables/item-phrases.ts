import type { Intent } from './question-intent.ts'

const MOST_SPLITS = 24
const MOST_ITEMS = 8
const PART = '(?:percent(?:age)?|%|proportion|portion|share|fraction)'
const AS_PART = new RegExp(`(?<a>.+?),?\\s+as an? ${PART} of\\s+(?<b>.+)`, 'i')
const PART_OF_WHOLE = new RegExp(
  `what ${PART} of (?<b>.+?) (?:is|are|was|were|does|do|did|came|comes|come|made|makes|has|have|constitutes?d?|consists?|relates?d?)\\b(?<a>.+)`,
  'i',
)
const PART_START = new RegExp(
  `\\b${PART}(?:,? (?:\\(|in )[^(),]{0,24}[),])?(?:\\s+(?:constitution|composition|make-?up|contribution|ratio))?\\s+(?:of|that)\\s+`,
  'i',
)
const WITHIN =
  /\s(?:in|out of|over|among|against|to|from|of|relative to|compared to|compared with|constituted? of|makes? up|as part of|within|for)\s/gi
const RATIO_START = /\bratio(?:\s*\([^()]{0,30}\))?\s+(?:of|between)\s+/i
const RATIO_TO = /\s(?:to|over|and|against)\s/gi
const AS_RATIO = /(?<a>.+?)\s+as an? ratio (?:of|to|over)\s+(?<b>.+)/i
const TO_RATIO = /(?<a>[\w&' -]{2,80}?)[ -]to[ -](?<b>[\w&' -]{2,80}?) ratio/i
const SUM_START = /\b(?:sum|total|average|combined|mean)(?:\s+\w+)?\s+(?:of|for|between|in)\s+/i
const BARE_SUM_START = /\b(?:sum|total|average|combined|mean)\s+/i
const EACH_START =
  /\b(?:respective(?:\s+(?:values?|amounts?|numbers?)(?:\s+of)?)?|what (?:is|are|was|were)(?: the)?)\s+/i
const APART_START = /\b(?:between|of|in|from)\s+/i
const LAST_BETWEEN = /.*\bbetween\s+/i
const AND = /\s(?:and|plus)\s/gi
const LISTED = /,\s+(?:and\s+)?|\s(?:and|plus)\s/gi
const AGAINST = /\s(?:and|to|from|over|versus|vs\.?|compared to|compared with|against)\s/gi

/** The ways to read a question as naming several items, since their names hold such words as "and" too. */
export function itemPhrases(intent: Intent): string[][] {
  const text = intent.question.replace(/[?.]\s*$/, '')
  const ways = waysToSplit(text, intent)
  return ways.filter(items => items.every(item => item.trim() !== '')).slice(0, MOST_SPLITS)
}

function waysToSplit(text: string, { operation }: Intent): string[][] {
  switch (operation) {
    case 'ratio':
      return [
        ...atEach(text, RATIO_START, RATIO_TO),
        ...named(text, AS_RATIO),
        ...named(text, TO_RATIO),
      ]
    case 'share': {
      const stated = [...named(text, AS_PART), ...named(text, PART_OF_WHOLE)]
      return stated.length > 0 ? stated : atEach(text, PART_START, WITHIN)
    }
    case 'average':
    case 'sum':
      return [
        ...atEach(text, SUM_START, AND),
        ...atAll(text, SUM_START),
        ...atEach(text, BARE_SUM_START, AND),
      ]
    case 'lookup':
      return [...atEach(text, EACH_START, LISTED), ...atAll(text, EACH_START)]
    default:
      return [...atEach(text, LAST_BETWEEN, AGAINST), ...atEach(text, APART_START, AGAINST)]
  }
}

function named(text: string, pattern: RegExp): string[][] {
  const { a, b } = pattern.exec(text)?.groups ?? {}
  return a !== undefined && b !== undefined ? [[a, b]] : []
}

/** In two, at each of the separators in turn. */
function atEach(text: string, start: RegExp, separator: RegExp): string[][] {
  const rest = after(text, start)
  return Array.from(rest.matchAll(separator), ({ 0: found, index }) => [
    rest.slice(0, index),
    rest.slice(index + found.length),
  ])
}

/** In three or more, at all of the commas and conjunctions. */
function atAll(text: string, start: RegExp): string[][] {
  const items = after(text, start).split(LISTED)
  return items.length > 2 && items.length <= MOST_ITEMS ? [items] : []
}

function after(text: string, start: RegExp): string {
  const found = start.exec(text)
  return found ? text.slice(found.index + found[0].length) : ''
}

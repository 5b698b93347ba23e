import type { MentionedSubject } from './find-subjects.ts'
import { KIND, type Kind, readKind } from './read-kind.ts'
import { readQuality } from './read-quality.ts'
import { readScope } from './read-scope.ts'
import { readThreshold } from './read-threshold.ts'
import { rephrase } from './rephrase.ts'
import { splitAttributes } from './split-attributes.ts'
import type { Superlative } from './superlative.ts'

/** Words for the first of all, and what they rank by when the question names nothing. */
const EXTREMES: readonly (readonly [string, Superlative['direction'], string?])[] = [
  ['most densely populated', 'highest', 'population density'],
  ['least densely populated', 'lowest', 'population density'],
  ['most (?:populous|populated)', 'highest', 'population'],
  ['least (?:populous|populated)', 'lowest', 'population'],
  ['most people', 'highest', 'population'],
  ['fewest people', 'lowest', 'population'],
  ['richest|wealthiest', 'highest', 'GDP per capita'],
  ['poorest', 'lowest', 'GDP per capita'],
  ['largest|biggest|greatest', 'highest', 'area'],
  ['smallest', 'lowest', 'area'],
  ['highest|longest|tallest|most|top', 'highest'],
  ['lowest|shortest|least|fewest', 'lowest'],
]
/** What doing something most is called as a figure. */
const DOINGS: readonly (readonly [RegExp, string])[] = [
  [/\bspend(?:s|ing)?\b(?:\s+money)?(?:\s+on)?/i, 'expenditures'],
  [/\bproduces?\b/i, 'production'],
  [/\b(?:consumes?|uses?)\b/i, 'consumption'],
  [/\bexports?\b(?=\s+(?!of\b)\p{L})/iu, 'exports'],
  [/\bimports?\b(?=\s+(?!of\b)\p{L})/iu, 'imports'],
  [/\bemits?\b/i, 'emissions'],
]
const ASKS_OTHERWISE = /^(?:why|when|where|how(?!\s+many\b)|is|are|was|were|does|do|did)\b/i
const WORDS_ASIDE =
  /\b(?:which|what|who|how many|list|name|give me|show me|all|has|have|had|is|are|there|the|that|with|by|in terms of|terms|(?:in|on|of) (?:the )?(?:world|globe|earth)|globally|worldwide)\b/gi

/** Reads "Which five countries have the highest birth rate?"; undefined for other questions. */
export function readSuperlative(
  clause: string,
  known: readonly MentionedSubject[] = [],
): Superlative | undefined {
  const kind = readKind(clause)
  if (!kind || ASKS_OTHERWISE.test(clause)) return undefined
  const { scope, rest: unscoped } = readScope(clause)
  // A question about something in particular ranks nothing, unless that is the world or a region.
  const isAboutOne = known.some(
    ({ mention }) =>
      !/^(?:the )?world$/i.test(mention) &&
      (scope === undefined || !scope.text.endsWith(` ${mention}`) || scope.text === ` ${mention}`),
  )
  if (isAboutOne) return undefined
  const quality = readQuality(unscoped)
  if (quality !== undefined) {
    return {
      kind: kind.name,
      attribute: quality,
      direction: 'highest',
      count: kind.count,
      isQuality: true,
      ...(scope && { scope: scope.name }),
    }
  }
  const limited = readThreshold(unscoped)
  const extreme = limited ?? findExtreme(unscoped)
  if (!extreme) return undefined
  const attribute = whatIsRanked(extreme.rest, kind) ?? extreme.attribute
  if (attribute === undefined) return undefined
  return {
    kind: kind.name,
    attribute,
    direction: extreme.direction,
    count: kind.count,
    ...(kind.place !== undefined && { place: kind.place }),
    ...(scope && { scope: scope.name }),
    ...(limited && { threshold: limited.threshold }),
  }
}

function findExtreme(clause: string) {
  for (const [words, direction, attribute] of EXTREMES) {
    const pattern = new RegExp(`\\b(?:${words})\\b`, 'i')
    if (pattern.test(clause)) return { direction, attribute, rest: clause.replace(pattern, ' ') }
  }
  return undefined
}

function whatIsRanked(rest: string, { aside }: Kind): string | undefined {
  const doing = DOINGS.find(([verb]) => verb.test(rest))
  const plain = rephrase(
    (doing ? rest.replace(doing[0], ' ') : rest).replace(/\bpeople\b/i, 'population'),
  )
    .replace(aside, ' ')
    .replace(KIND, ' ')
    .replace(WORDS_ASIDE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\b(?:in|on|of)\s*(?=[?.!\s]*$)/i, ' ')
    .trim()
  const [attribute] = splitAttributes(plain, []).attributes
  return attribute === undefined || !doing ? attribute : `${attribute} ${doing[1]}`
}

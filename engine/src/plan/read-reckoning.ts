import { type Comparative, findComparative } from './comparatives.ts'
import type { MentionedSubject } from './find-subjects.ts'
import type { Reckoning } from './reckoning.ts'

/** A clause that asks for more than to look something up. */
export interface Reckoned {
  /** What is left to look up, in words: the clause without what is to be done with it. */
  readonly rest: string
  readonly reckoning?: Reckoning
  /** What is compared when the rest names nothing but the subjects. */
  readonly attribute?: string
  /** What a subject is compared with that nothing is known about. */
  readonly stranger?: string
}

const YEAR = '((?:1[5-9]|20)\\d{2})'
const YEARS = new RegExp(
  `,?\\s*\\b(?:from|between|since)\\s+(?:the\\s+)?(?:year\\s+)?${YEAR}(?:\\s*(?:to|and|until|till|through|-|–)\\s*${YEAR})?\\b`,
  'i',
)
const CHANGE_NOUN =
  /^(?:(?:calculate|compute|give|find)\s+)?(?:what\s+(?:is|was|were)\s+)?(?:the\s+)?(?:(?:percentage|percent|per cent|relative|absolute|total)\s+|%\s*)?(?:change|increase|decrease|growth|rise|fall|decline|drop)s?\s+(?:of|in)\b/i
const HOW_CHANGED =
  /^(?:by\s+)?how\s+(?:much\s+|far\s+|strongly\s+)?(?:did|has|have|does)\b|\b(?:change|changed|grow|grown|grew|rise|risen|rose|fall|fallen|fell|increase|increased|decrease|decreased|decline|declined|drop|dropped|shrink|shrunk)\b/gi
const COMPARES = /\b(?:compare[ds]?|contrast|differ|versus|vs)\b/i
const SUM =
  /\b(?:(?:the\s+)?(?:sum|total)\s+of(?:\s+the)?|combined|altogether|(?:all\s+|taken\s+)?together|in\s+total|(?:in\s+)?sum|total|added\s+up|add\s+up)\b/gi
const MEAN =
  /\b(?:(?:the\s+)?(?:average|mean)\s+of(?:\s+the)?|on\s+average|averaged?|arithmetic mean|mean)\b/gi
const DIFFERENCE = /\b(?:the\s+|a\s+)?(?:difference|gap)s?\s+(?:between|in|of)\s+/i
/** "The sex ratio of" is something to look up; "the ratio of" is something to calculate. */
const RATIO = /(?:^|\b(?:the|a|calculate|compute|what's)\s+)ratio\s+(?:of|between)\s+/i
const THAT_OF = '(?:(?:that|those|the one)\\s+(?:of|in|for)\\s+)?'
const THAN = new RegExp(`\\bthan\\s+${THAT_OF}`, 'i')
const TO = new RegExp(`\\s+to\\s+${THAT_OF}`, 'i')
const PLUS = new RegExp(`\\s+(?:\\+|plus)\\s+${THAT_OF}`, 'gi')
const MINUS = new RegExp(`\\s+minus\\s+${THAT_OF}`, 'i')
const IN_YEARS = new RegExp(
  `,?\\s*\\b(?:in|for)\\s+(?:the\\s+years\\s+)?(${YEAR}(?:(?:,?\\s+(?:and|vs\\.?|versus)\\s+|,\\s*)(?:in\\s+)?${YEAR}){1,9})\\b`,
  'i',
)
/** What lives somewhere is its population; people who live with something are counted apart. */
const PEOPLE =
  /\bpeople\b(?:(?:\s+(?:who|that))?\s+(?:live|living|reside|residing)(?=\s+in\b))?(?!\s+liv(?:e|ing)\b)/i
const YES_NO = /^(?:and\s+|so\s+)?(?:is|are|was|were|does|do|did|has|have|had)\b/i
const CHOOSES =
  /^(?:and\s+|so\s+)?(?:which|what|who|whose|is|are|was|were|does|do|did|has|have|had)\b/i
const OPENING =
  /^(?:and\s+|so\s+)?(?:is it (?:true|correct|right) that|(?:are|is) there|(?:by\s+)?how\s+(?:much|many\s+times|many)|(?:which|what|who)(?:\s+of\s+(?:the|these|those)(?:\s+\p{L}+){1,2}|\s+\p{L}+)?\s+(?=(?:is|are|was|were|has|have|had)\b)|whose)\s*/iu
const NAME_AFTER =
  /^than\s+(?:(?:that|those)\s+(?:of|in)\s+)?(?:the\s+)?(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,4})[?.!\s]*$/u
const VERB = /^\s*(?:is|are|was|were|does|do|did|has|have|had)\b\s*/i

/** Reads what a clause about several subjects, or several years of one, wants calculated. */
export function readReckoning(
  clause: string,
  subjects: readonly MentionedSubject[],
): Reckoned | undefined {
  const change = readChange(clause)
  if (change) return change
  const comparative = findComparative(clause)
  if (comparative) return readComparison(clause, comparative, subjects)
  if (subjects.length < 2) return readYears(clause)
  if (DIFFERENCE.test(clause)) return { rest: clause.replace(DIFFERENCE, '') }
  if (MINUS.test(clause)) return { rest: clause.replace(MINUS, ' and ') }
  const ratio = readRatio(clause, subjects)
  if (ratio) return ratio
  if (COMPARES.test(clause)) return undefined
  const mean = clause.replace(MEAN, ' ')
  if (mean !== clause) return { rest: tidy(mean), reckoning: { kind: 'mean' } }
  const sum = clause.replace(PLUS, ' and ').replace(SUM, ' ')
  if (sum !== clause) return { rest: tidy(sum), reckoning: { kind: 'sum' } }
  return readYears(clause)
}

function readYears(clause: string): Reckoned | undefined {
  const [written, list] = IN_YEARS.exec(clause) ?? []
  if (written === undefined || list === undefined) return undefined
  const years = [...new Set(Array.from(list.matchAll(/\d{4}/g), ([year]) => Number(year)))]
  if (years.length < 2) return undefined
  return { rest: tidy(clause.replace(written, ' ')), reckoning: { kind: 'years', years } }
}

/** "The ratio of men to women in _ and _" is no ratio of one subject to the other. */
function readRatio(clause: string, subjects: readonly MentionedSubject[]): Reckoned | undefined {
  const written = RATIO.exec(clause)
  if (!written) return undefined
  const rest = clause.replace(RATIO, ' ')
  const to = TO.exec(clause.slice(written.index))
  if (!to) return /between/i.test(written[0]) ? { rest: tidy(rest) } : undefined
  const at = written.index + to.index
  const isBetween =
    subjects.some(({ start }) => start < at) && subjects.some(({ start }) => start > at)
  return isBetween ? { rest: tidy(rest.replace(TO, ' and ')) } : undefined
}

function readChange(clause: string): Reckoned | undefined {
  const years = YEARS.exec(clause)
  if (!years) return undefined
  const open = clause.replace(YEARS, '')
  const rest = open.replace(CHANGE_NOUN, '').replace(HOW_CHANGED, ' ')
  if (rest === open) return undefined
  const [from, to] = [years[1], years[2]].flatMap(year => (year ? [Number(year)] : []))
  return {
    rest: tidy(rest),
    reckoning: {
      kind: 'change',
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    },
  }
}

function readComparison(
  clause: string,
  { start, end, direction, attribute }: Comparative,
  subjects: readonly MentionedSubject[],
): Reckoned | undefined {
  const than = /\bthan\b/i.exec(clause.slice(end))
  const isChoice = CHOOSES.test(clause) && /\bor\b/i.test(clause)
  if (!than && !isChoice) return undefined
  const open = `${clause.slice(0, start).replace(/\b(?:an?|the)\s+$/i, '')} ${clause.slice(end)}`
  const rest = open.replace(THAN, ' and ').replace(OPENING, '').replace(VERB, '')
  const place = than ? end + than.index : clause.length
  const stranger = subjects.length < 2 ? NAME_AFTER.exec(clause.slice(place))?.[1] : undefined
  if (subjects.length < 2 && stranger === undefined) return undefined
  // One that an earlier clause named stands for the "it" before the comparison.
  const isBefore = ({ mention, start: at }: MentionedSubject) =>
    at < place || !clause.startsWith(mention, at)
  const first = subjects.filter(isBefore)
  const isClaim = than !== null && YES_NO.test(clause) && first.length === 1
  const [claimed] = first
  const reckoning: Reckoning | undefined =
    isClaim && claimed
      ? { kind: 'claim', first: claimed.name, direction }
      : direction === 'less'
        ? { kind: 'lower' }
        : undefined
  const named = tidy(stranger === undefined ? rest : rest.replace(stranger, '')).replace(
    PEOPLE,
    'population',
  )
  return {
    // A population is old by the age of its people, not by its size.
    rest: attribute === 'age' ? named.replace(/\bpopulation\b/i, 'median age') : named,
    ...(stranger !== undefined && { stranger }),
    ...(attribute !== undefined && { attribute }),
    ...(reckoning && { reckoning }),
  }
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

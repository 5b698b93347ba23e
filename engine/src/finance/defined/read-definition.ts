import { namedIn } from '../question/find-metrics.ts'
import { readDecimals } from '../write-amount.ts'
import { type Expression, readExpression } from './read-expression.ts'

/** A measure that a question defines, or that is made of two metrics. */
export interface Defined {
  readonly name: string
  readonly expression: Expression
  /** The fiscal year of figures for which the definition names none. */
  readonly year: number
  /** Set if the average over these years is wanted. */
  readonly over?: readonly number[]
  readonly isPercent: boolean
  readonly decimals: number
}

const AS =
  /(?<name>[^.?!:;]{2,80}?)(?:\s+ratio)?\s+(?:is|are)\s+(?:defined|calculated|computed|measured)\s+as:?\s+(?<how>.+?)(?=\.(?:\s|$)|\?|$)/giu
const DEFINE =
  /\b(?:define|calculate|compute|measure)\s+(?:the\s+)?(?<name>[^.?!:;]{2,80}?)\s+as:?\s+(?<how>.+?)(?=\.(?:\s|$)|\?|$)/giu
const OVER_YEARS =
  /\b(?:(?:19|20)\d{2}|fy\s?(?:19|20)\d{2})\b.{0,60}?\baverage\s+(?:of\s+)?(?<part>[^?]+?)\s+as\s+an?\s+(?:%|percent(?:age)?)\s+of\s+(?<whole>[^?,]+?)\s+(?:for|of|in|at)\b/iu
const AVERAGE_MARGIN = /\baverage\s+(?:of\s+)?(?<part>[^?,]+?)\s+(?:%\s+)?margin\b/iu
/** Nouns that names of margins leave out: "net margin" is net income as a share of revenue. */
const LEFT_OUT = ['', ' income', ' profit']
const MARGIN = /\b(?<part>[\p{L}&\s-]{1,60}?)\s+(?:%\s+)?margin\b/iu
const YEAR = /(?<!\d)(?:FY\s?)?((?:19|20)\d{2})(?!\d)/gi
const RATIO_DECIMALS = 2
const PERCENT_DECIMALS = 1
const LONGEST_NAME = 60

/** Reads the measure that a question defines in its own words; undefined if it defines none. */
export function readDefinition(question: string): Defined | undefined {
  const years = Array.from(question.matchAll(YEAR), ([, year]) => Number(year))
  if (years.length === 0) return undefined
  const year = Math.max(...years)
  const isPercent = /%|\bpercent/i.test(question)
  const decimals = readDecimals(question) ?? (isPercent ? PERCENT_DECIMALS : RATIO_DECIMALS)
  const form = { year, isPercent, decimals }
  const over = overYears(question, years)
  if (over) return { ...form, ...over, isPercent: true }
  const name = nameOf(question)
  const expression = definedIn(question, name)
  if (expression) return { ...form, name, expression }
  const margin = new Set(years).size === 1 ? marginIn(question) : undefined
  return margin && { ...form, ...margin, isPercent: true }
}

/**
 * The first definition, in which the names of the others stand for theirs, or the calculation by which the
 * question calls its measure: "EBITDA less capital expenditures".
 */
function definedIn(question: string, asked: string): Expression | undefined {
  const found = [...question.matchAll(AS), ...question.matchAll(DEFINE)]
    .toSorted((one, other) => one.index - other.index)
    .map(({ groups = {} }) => ({ name: bare(groups['name'] ?? ''), how: groups['how'] ?? '' }))
  const names = new Map<string, Expression>()
  let first: Expression | undefined
  for (const { name, how } of found.toReversed()) {
    first = readExpression(how, names)
    if (first) names.set(name, first)
  }
  const own = readExpression(asked, names)
  return own?.kind === 'operation' ? own : first
}

function overYears(
  question: string,
  years: readonly number[],
): Pick<Defined, 'name' | 'expression' | 'over'> | undefined {
  const { part = '', whole = 'revenue' } =
    (OVER_YEARS.exec(question) ?? AVERAGE_MARGIN.exec(question))?.groups ?? {}
  const expression = LEFT_OUT.map(noun => readExpression(`(${part}${noun}) / (${whole})`)).find(
    one => one !== undefined,
  )
  const [first, last] = [Math.min(...years), Math.max(...years)]
  if (part === '' || !expression || first === last) return undefined
  const over = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return { expression, over, name: `average of ${bare(part)} as a share of ${bare(whole)}` }
}

/** "D&A margin" is depreciation and amortization as a share of revenue; common margins are metrics. */
function marginIn(question: string): Pick<Defined, 'name' | 'expression'> | undefined {
  if (namedIn(question, []).some(({ metrics: [metric] }) => metric?.id.endsWith('-margin')))
    return undefined
  const words = (MARGIN.exec(question)?.groups?.['part'] ?? '').trim().split(/\s+/)
  for (let length = Math.min(words.length, 6); length > 0; length -= 1) {
    const part = words.slice(-length).join(' ')
    const expression = readExpression(`(${part}) / revenue`)
    if (expression) return { expression, name: `${bare(part)} as a share of revenue` }
  }
  return undefined
}

/** The measure as the question calls it, without capitals: the verifier takes those for names. */
function nameOf(question: string): string {
  const asked =
    /\bFY\s?(?:19|20)\d{2}\s+(?<name>[^?.,]+?)\s*(?:\bfor\b|\bof\b|\bat\b|\?|,|$)/iu.exec(question)
  const name = bare(asked?.groups?.['name'] ?? '')
  return name === '' || name.length > LONGEST_NAME ? 'measure' : name
}

function bare(text: string): string {
  return text
    .replace(/\([^)]*\)/g, ' ')
    .replace(/^.*\b(?:the|an?)\s+/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

import type { FactAnswer, FactStatement } from '../facts/answer.ts'
import { type Answered, type Mention, subjectsOf } from '../facts/find-named.ts'
import { isSaid } from '../facts/is-said.ts'
import { findNames } from '../text/find-names.ts'
import { nameAgain } from './name-again.ts'
import { findScene, splitClauses, splitUnasked } from './split-clauses.ts'

/** Parts that are listed as skipped; a longer list helps nobody. */
const MOST_SKIPPED = 100
const REFERS_BACK =
  /\b(?:it|its|they|them|their|there|he|she|his|her|him|(?:this|that|the) country)\b/i
/** About the time of something that a clause before names. */
const THAT_YEAR =
  /\b(?:that|the same) (?:year|period)\b|\b(?:at (?:the|that)(?: same)? time|back then|then)(?=\W*$)/i
const MORE =
  '\\b(?:more|less|fewer|larger|bigger|greater|smaller|higher|lower|longer|shorter|richer|poorer|older|younger|stronger|weaker|faster|slower|taller|better|worse)\\b'
const COMPARED = new RegExp(`^which\\b.*?${MORE}`, 'i')
/** Compares the subjects of the clause before. */
export const CHOICE = new RegExp(
  `^(?!.*\\b(?:or|world|country|countries)\\b)(?:and )?(?:which|who)(?: one| of (?:them|the two))? (?:is|are|was|were|has|have|had)\\b.*?${MORE}(?! than (?:one|two|three|\\d))`,
  'i',
)
/** The collections about places. */
export const OF_PLACES = ['world-factbook', 'gdp', 'population']

interface PlanOptions {
  /** Answers a clause from facts. A pronoun refers to the subjects of the previous clause. */
  readonly answer?: (clause: string, before: readonly Mention[]) => Answered | undefined
  /** Whether there is time to look into another clause. */
  readonly mayGoOn: () => boolean
  readonly most: number
  /** Whether "which is larger?" opens a report, though the figures before it show that. */
  readonly isReport?: boolean
}

/** Splits a question by rules into clauses. Each is answered from facts, or becomes a question of its own. */
export function planResearch(
  input: string,
  { answer, mayGoOn, most, isReport = false }: PlanOptions,
): readonly Part[] {
  const parts: Part[] = []
  let named = ''
  let scene = findScene(input)
  const setting = scene ? answer?.(scene, []) : undefined
  let before: readonly Mention[] = setting?.mentions ?? []
  let earlier: { readonly clause: string; readonly answer?: FactAnswer | undefined } | undefined
  const apart = (clause: string): readonly string[] => {
    const [first = '', ...more] = splitUnasked(clause)
    const said = more.length > 0 && mayGoOn() ? answer?.(first, [])?.answer : undefined
    // A name alone gets an overview: "Chile, what is its capital?"
    return said && !said.topics ? [first, ...more] : [clause]
  }
  for (const clause of splitClauses(input).flatMap(apart)) {
    const refersBack = REFERS_BACK.test(clause)
    // The holder of today does not answer "Who was president then?"
    const isDated = !earlier || !THAT_YEAR.test(clause)
    const ask = (of: readonly Mention[]) =>
      parts.length < most && isDated && mayGoOn() ? answer?.(clause, of) : undefined
    const said = earlier?.answer
    const alone = ask(refersBack ? before : [])
    // "… and what language?", "… and how many speak German?" are about the country of the clause before.
    const isOfOthers = alone?.mentions.some(({ isOwnName }) => isOwnName) || alone?.group
    // "… and the lowest point" is that of the country, not of the world.
    const isOfAll =
      alone?.isOfKind ||
      !alone?.answer?.statements.every(isOfCountries) ||
      alone.answer.statements.every(isOfRecords)
    const isTold = alone?.answer && alone.mentions.length === 0 && isOfAll
    // "Which has more people, and which is larger?" compares twice.
    const isOther = CHOICE.test(clause) && COMPARED.test(earlier?.clause ?? '')
    const isCovered = said && !isOther && isSaid(clause, { earlier: said })
    if (isCovered && !isOfOthers) continue
    const leaning = isOfOthers || isTold ? undefined : ask(before)
    // "Which has more people?" cannot be answered by one of two.
    const isFit = !CHOICE.test(clause) || (leaning?.mentions.length ?? 0) > 1
    const isWhole = leaning?.answer && isOverview(leaning.answer)
    const isOne = CHOICE.test(clause) && alone && alone.mentions.length < 2
    const own = isOne ? { mentions: alone.mentions } : alone
    const answered = leaning?.answer && !isWhole && isFit ? leaning : own
    if (answered?.answer || answered?.mentions.length) before = subjectsOf(answered)
    const isVerdict = isReport && answered?.answer && CHOICE.test(clause)
    if (said && !isVerdict && isSaid(clause, { answer: answered?.answer, earlier: said })) continue
    if (answered) earlier = { clause, answer: answered.answer ?? said }
    if (answered?.answer) parts.push({ question: clause, answer: answered.answer })
    else if (scene !== undefined) parts.push({ question: `${scene} ${clause}` })
    else {
      const isRead = answered?.isRead === true
      const questions = splitList(nameAgain(clause, named))
      parts.push(...questions.map(question => ({ question, ...(isRead && { isRead }) })))
    }
    scene = undefined
    if (!refersBack && findNames(clause).length > 0) named = clause
  }
  return fitParts(parts, most)
}

function labelsOf({ statements }: FactAnswer): string[] {
  const facts = statements.flatMap(one => one.facts)
  return facts.map(({ attribute, qualifier = '' }) => `${attribute.label} ${qualifier}`)
}

/** Topics of a country, or all that is known of a company: "Compare Walmart's". */
function isOverview(answer: FactAnswer): boolean {
  const labels = new Set(labelsOf(answer))
  return answer.topics !== undefined || (labels.size > 2 && answer.statements.every(isOfRecords))
}

/** A prize or a title is complete without a name. */
function isOfRecords({ facts }: FactStatement): boolean {
  return facts.every(({ attribute }) => !OF_PLACES.includes(attribute.collection))
}

function isOfCountries({ facts }: FactStatement): boolean {
  return facts.every(({ subject }) => subject.kind === 'country')
}

/** Returns each part once, those beyond the first `most` as skipped. */
export function fitParts(parts: readonly Part[], most: number): Part[] {
  const once = new Map(parts.map(part => [part.question.toLowerCase(), part]))
  return [...once.values()]
    .slice(0, most + MOST_SKIPPED)
    .map((part, at) => (at < most ? part : { ...part, isSkipped: true }))
}

/** Several things that are asked of one subject: "the area and the population of Chile". */
const LISTED =
  /^\s*(?:[Ww]hat(?:'s| is| are| was| were)\s+|[Ll]ist\s+|[Gg]ive\s+)?(?:the\s+)?(?<list>\p{Ll}[\p{L}\s,-]{1,200}?)(?<subject>\s+(?:of|for)\s+\p{Lu}.{1,200})$/u
const MOST_WORDS = 4

/** Splits a list of attributes of one subject, since each is found in a place of its own. */
function splitList(clause: string): string[] {
  const { list = '', subject = '' } = LISTED.exec(clause)?.groups ?? {}
  const items = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map(item => item.replace(/^the\s+/, ''))
  const isList = items.length > 1 && items.every(item => item.split(/\s+/).length <= MOST_WORDS)
  return isList ? items.map(item => `${item}${subject}`) : [clause]
}

/** One part of the question. */
export interface Part {
  /** A question that is complete without the other parts. */
  readonly question: string
  /** The answer from facts; such a part needs no search. */
  readonly answer?: FactAnswer
  /** True if the facts understood the question and lack the answer: profiles made from them lack it, too. */
  readonly isRead?: boolean
  /** Search queries for the web; the question itself if absent. */
  readonly queries?: readonly string[]
  /** True if the budget has no room for it: the report then lists it as left out. */
  readonly isSkipped?: boolean
}

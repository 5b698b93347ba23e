import vocabulary from '../../data/words.json' with { type: 'json' }
import type { FactAnswer } from '../facts/answer.ts'
import type { Fact } from '../facts/fact.ts'
import { COUNTS } from '../facts/read-question.ts'
import { findNames } from '../text/find-names.ts'
import { joinAnd } from '../text/say.ts'

/** The clause before, as far as it is complete, and what came of it. */
export interface Earlier {
  readonly clause: string
  readonly answered: { readonly answer?: FactAnswer; readonly group?: string }
}

/** The names that a text mentions, as it writes them; "Dutch" is no own name. */
export type ReadNames = (text: string, options?: { readonly isOwn?: boolean }) => readonly string[]

/** "How much oil does it produce, and how much does it export?": both are about oil. */
const OBJECT = /\bhow (?:much|many) (?<object>\p{L}+(?: \p{L}+)?) (?:does|do|did|in)\b/iu
const WITHOUT_OBJECT =
  /^(?<how>(?:and )?how (?:much|many))(?: of (?:it|that))? (?=(?:does|do|did|in)\b)/i
/** "And Uganda?", "What about 2020?": asks the same of something else. */
const SAME_OF =
  /^(?:(?:and|but)\s+)?(?:(?:what|how) about\s+|(?<=^and\s+|^but\s+))(?:(?:in|of|for|at|to|by|with)\s+)?(?<other>[^?]{2,80}?)\s*[?.!]*$/i
/** "… and how does Italy compare?" */
const COMPARES = /^(?:and\s+)?how (?:does|do|did) (?<other>[^?]{2,80}?) compare\W*$/i
/** "… and how does it compare with Brazil?" */
const IT_COMPARES =
  /^(?:and\s+)?how (?:does|do|did) (?:it|that|this|they) compare (?:with|to) (?:that of |the )?(?<other>[^?]+?)\W*$/i
/** "… and does it have more people?" after "Is Spain bigger than Italy?" */
const IS_IT_MORE =
  /^(?:and )?(?<verb>is|are|was|were|does|do|did|has|have|had) (?:it|they) (?<more>(?!.*\bthan\b).*\b(?:more|less|fewer|\w+er)\b.*?)\W*$/i
/** "… and for women?" */
const OF_PEOPLE =
  /^(?:and\s+)?(?:(?:what|how)\s+about\s+)?(?:(?:for|of|among)\s+)?(?<people>(?:wo)?men|girls|boys|(?:fe)?males?)\s*[?.!]*$/i
const YEAR = /\b(?:1[5-9]|20)\d\d\b/g
export const THAT_YEAR =
  /\b(?:(?:in|for|during) )?(?:that|the same) (?:year|period)\b|\b(?:at (?:the|that)(?: same)? time|back then|then)(?=\W*$)/i
const THAT_GROUP =
  /\b(?:on|in|of|within|across|for)\s+(?:that|this|the same)\s+(?:continent|region|area|part of the world)\b/i
/** "And which has the longest coastline?" after "Which European country has …?" */
const WHICH = /^(?:and\s+)?which(?:\s+one)?\s+(?=(?:has|have|had|is|are|was|were)\b)/i
const WHICH_ONE =
  /^(?:and\s+)?(?<which>which\s+[^,?]{3,60}?)\s+(?:has|have|had|is|are|was|were)\b(?!.*\b(?:or|both)\b)/i
const OF_THEM =
  /\bof (?:them|these|those)(?: (?:countries|states|nations|companies|places))?\b|\b(?<in>of|for|in) each(?: (?:one|country|company|of (?:them|these|those)))?\b/i
/** "… and how have the top three grown since 2000?" after a ranking. */
const TOP =
  /\b(?:the )?(?:top|first|largest|biggest|leading) (?<count>two|three|four|five|\d{1,2})\b(?: (?:countries|economies|of (?:them|these|those)))?/i
const DEGREE =
  'lowest|highest|least|most|smallest|largest|biggest|fewest|longest|shortest|poorest|richest|oldest|youngest'
/** "… and which the lowest?" */
const OPPOSITE = new RegExp(
  `^(?:and\\s+)?(?:(?:which|who|what)(?: (?:one|country|company))?(?: (?:has|have|had|is|are|was|were))? )?(?:the )?(?<degree>${DEGREE})(?: populous)?\\W*$`,
  'i',
)
const DEGREES = new RegExp(`\\b(?:${DEGREE})\\b`, 'i')
/** "And how much lower is it than in Japan?" */
const THAN =
  /^(?:and\s+)?how much (?:lower|higher|larger|smaller|bigger|longer|shorter|older|younger|more|less) (?:is|was) (?:it|that|this) than (?:in|that of|of|for)?\s*(?<other>[^?]+?)\W*$/i
const { up, down } = vocabulary.moves
/** "Has it fallen?", "In which years did it shrink?" and "When did it peak?" are about the measure of the clause before. */
const IT_MOVES = new RegExp(
  `(?<=^(?:and )?(?:(?:when|(?:in )?(?:which|what) years?|how (?:much|far|fast)|by how much) )?(?:is|are|was|were|has|have|did|does|do) )(?:it|that|this|they)(?= (?:(?:been|still|also|now|last|ever|ever been) )*(?:${up}|${down}|\\bpeak|\\bchang))`,
  'i',
)
/** "… and which grew faster since 2000?" */
const WHICH_MOVES = new RegExp(
  `^(?:and )?(?:which|who)(?: (?:one|country|of (?:them|these|those|the two)))?(?: has| have)? (?<move>(?:${up}|${down}))(?<how>(?: the)? (?:faster|slower|more|less|fastest|slowest|most|least))?(?<when>[^?]*?)\\W*$`,
  'i',
)
const SINCE = /\b(?:since|from|between|over the last|over the past) [^,?]*\d[^,?]*/i
/** "And how does it differ between men and women?" after "What is the literacy rate of Mali?" */
const HOW_IT =
  /(?<=^(?:and )?how (?:does|do|did|has|have) )(?:it|that|this|they)(?= (?:differ|vary|change|develop|grow|evolve|rise|fall)e?d?\b)|(?<=^(?:and )?(?:is|was|are|were) )(?:it|that|they)(?= \w+er than\b)|(?<=^(?:and )?why (?:is|was|are|were) )(?:it|that|they)(?=(?: (?:so|this|that|too|as))? (?:high|low|large|small|big|bad|good)\b)/i
const MEASURE = /^what(?:['’]s| is| was| are| were)\s+(?<measure>[^,?]{3,100}?)\s*\??$/i
/** "… and what percent is that?" */
const SHARE =
  /^(?:and )?(?:what|which) (?:%|percent(?:age)?|share|proportion) (?:is|are|was|of .* is) (?:it|that|this|they)\W*$/i
const RANKS = /(?<=\brank(?:s|ed)?\b(?!.*\b(?:by|in terms of|for)\b).*?)[?.!]*$/i
const THAT_CITY = /\b(?:that|this|the) (?:city|town|capital)\b|(?<=\blives? in )it\b/i
/** "Who came after him?", or only "… and after?" */
const SUCCESSION =
  /^(?:and )?(?:who (?:(?:came|was|were|went|served|ruled|took over)(?: \w+){0,4}? (?:before|after)|succeeded|followed|replaced|preceded) (?:him|her|them|that)|before|after(?: (?:him|her|that))?)\W*$/i
const EARLIER = /\b(?:before|preceded)\b/i
/** A question word whose question is in the clause before: "… and when?" after "Who founded Oracle". */
const ALONE = /^(?:and )?(?:(?<when>when|where|(?:in )?(?:which|what) year)|by whom)\W*$/i
const WHO_DID = /^(?:and )?who (?<did>\w+ed) (?<what>[^,?]{2,60}?)\W*$/i
const WAS_DONE =
  /^(?:and )?(?:when|where|(?:in )?(?:which|what) year) (?<was>was|were) (?<what>[^,?]{2,60}?) (?<did>\w+ed)\W*$/i
/** "When was it highest?", "When did it peak?" */
const PEAK =
  /^(?:and )?(?:when|(?:in )?(?:which|what) year) (?:(?:was|were) (?:it|that|this|its) (?:the |at its )*(?:(?<lowest>lowest|smallest|least|low)|highest|largest|biggest|most|greatest|peak)|did (?:it|that|this) (?:peak|reach its (?:peak|high|highest point|maximum)|(?<fell>bottom out|reach its (?:low|lowest point|minimum))))\W*$/i
/** The reason for a prize: "… and why?" */
const REASON =
  /^(?:and )?(?:for what(?: reason)?|why|what for|what did (?:he|she|they) (?:get|win|receive) it for)\W*$/i
/** "… and did he later become president?" */
const LATER =
  /^(?:and )?did (?:he|she) (?:later |ever |also |then )*become (?<office>(?:vice )?president)\b/i
const HIS_VICE =
  /^(?:and )?who (?:was|were) (?:his|her|the) (?:vps?|vice[ -]presidents?|running mates?)\W*$/i
/** "… and who in literature?" after another prize. */
const OTHER_FIELD =
  /^(?:and )?who\b(?:\s+\w+){0,4}\s+(?<field>physics|chemistry|medicine|literature|peace|economics)\W*$/i
/** "And where was it?" after the winner of a title. */
const WHERE_IT =
  /(?<=^(?:and )?(?:where|in (?:which|what) (?:city|stadium|country|place)) (?:was|were) )(?:it|that|they|final)(?=\W*$| (?:held|played|hosted|final)\b)/i
/** "Who hosted the 1998 World Cup, and who won?" */
const WON = /(?<=^(?:and )?who won)(?: it| that)?(?=\W*$)/i
/** "… and who hosted it?" */
const HOSTED =
  /(?<=^(?:and )?(?:who|(?:which|what|in which) country) (?:hosted|was the host|were the hosts))(?: it| that)?(?=\W*$)/i
/** "… and who came second?" */
const SECOND =
  /(?<=^(?:and )?who )(?:came (?:in )?second|was (?:the )?(?:runner-up|second)|lost(?: the final)?)(?=\W*$)/i
/** "… and how did they get to the final?" */
const HOW_THEY = /(?<=^(?:and )?how (?:far )?did )they(?= (?:get|reach|make|do|go)\b)/i
const MOST_NAMES = 40
/** In characters. A longer text is no question that leans on another, and takes these expressions long. */
const LONGEST = 1_000

/** Writes out what a clause leaves to the one before: its subject, group, object, year or measure. */
export function completeClause(clause: string, earlier: Earlier | undefined, readNames: ReadNames) {
  if (!earlier || clause.length > LONGEST || earlier.clause.length > LONGEST) return clause
  const same =
    alone(clause, earlier.clause) ??
    sameOf(clause, earlier, readNames) ??
    ofRecord(clause, earlier, readNames)
  if (same !== undefined) return same
  const { answer, group } = earlier.answered
  const { verb, more } = (/\bthan\b/i.test(earlier.clause) && IS_IT_MORE.exec(clause)?.groups) || {}
  const [one, other, ...names] = verb ? namesIn(earlier.clause, readNames) : []
  if (other && names.length === 0) return `${verb} ${one} ${more} than ${other}?`
  const asksFirst = WHICH.test(clause) && DEGREES.test(clause)
  if (asksFirst && isOfShares(earlier, readNames)) return earlier.clause
  const isOfLists = !group && answer?.list?.isForOne !== true && !/\bborders?\b/i.test(clause)
  const listed = asksFirst && isOfLists ? listedIn(earlier, readNames) : []
  const object = OBJECT.exec(earlier.clause)?.groups?.['object']
  const [year, ...years] = new Set(earlier.clause.match(YEAR) ?? yearsOf(answer))
  const measure = ownMeasureOf(answer)
  const tournament = tournamentOf(answer)
  const which = WHICH_ONE.exec(earlier.clause)?.groups?.['which']
  const given: readonly (readonly [RegExp, string | undefined])[] = [
    [WITHOUT_OBJECT, object === undefined ? undefined : `$<how> ${object} `],
    [THAT_YEAR, year && years.length < 2 ? `in ${joinAnd([year, ...years])}` : undefined],
    [WHICH, listed.length > 1 ? `which of ${joinAnd(listed)} ` : undefined],
    [WHICH, group && `${which ?? `which country in ${group}`} `],
    [THAT_GROUP, group && (WHICH.test(clause) ? '' : `in ${group}`)],
    [TOP, topOf(clause, answer)],
    [IT_MOVES, measure],
    [HOW_IT, MEASURE.exec(earlier.clause)?.groups?.['measure']],
    [RANKS, measureOf(answer)],
    [
      /(?<=^(?:and )?is )(?:it|that)(?= the capital\b)/i,
      answer?.statements[0]?.facts[0]?.entry?.name,
    ],
    [THAT_CITY, capitalOf(answer)],
    [/\bthe (?:(?:last |latest )?final|(?:last|latest) one)\b/i, finalOf(answer)],
    [WHERE_IT, finalOf(answer)],
    [HOSTED, finalOf(answer)?.replace(/(.*) final$/, ' $1')],
    [WON, tournament && ` the ${tournament}`],
    [SECOND, tournament && `was the runner-up of the ${tournament}`],
    [HOW_THEY, finalOf(answer) && answer?.statements[0]?.facts[0]?.subject.name],
  ]
  const [first] = answer?.statements[0]?.facts ?? []
  const { move, when = '' } = (measure && WHICH_MOVES.exec(clause)?.groups) || {}
  if (move) {
    const isLess = /\b(?:slower|less|slowest|least)\b/i.test(clause)
    const isFall = new RegExp(down, 'i').test(move)
    const span = when || ` ${spanOf(earlier.clause)}`
    const towards = isLess === (isFall && !span.trim()) ? 'highest' : 'lowest'
    const [label, names] = measure?.split(' of ') ?? []
    // Without a span, the rate of the latest year is meant.
    if (!span.trim()) return `Which of ${names} has the ${towards} ${label?.slice(4)} growth?`
    return `Which has the ${towards} ${isFall ? 'decline' : 'growth'} of ${measure}${span}`
  }
  const { other: compared } = (THAN.exec(clause) ?? IT_COMPARES.exec(clause))?.groups ?? {}
  if (first && compared)
    return `Compare the ${labelOf(first)} of ${first.subject.name} and ${compared}`
  const complete = given.reduce(
    (text, [gap, put]) => (put === undefined ? text : text.replace(gap, put)),
    clause,
  )
  const since = IT_MOVES.test(clause) && !/\d/.test(clause) ? spanOf(earlier.clause) : ''
  if (since) return `${complete.replace(/\W+$/, '')} ${since}?`
  if (!OF_THEM.test(complete)) return complete
  const listing = listedIn(earlier, readNames)
  return listing.length > 1
    ? complete.replace(
        OF_THEM,
        `${OF_THEM.exec(complete)?.groups?.['in'] ?? 'of'} ${joinAnd(listing)}`,
      )
    : complete
}

/** "Since 2000", or from the first to the last of the years that a clause names. */
function spanOf(clause: string): string {
  const years = clause.match(YEAR) ?? []
  const named = years.length > 1 ? `from ${years[0]} to ${years.at(-1)}` : ''
  return SINCE.exec(clause)?.[0].trim() ?? named
}

/** The year of each title, prize or independence in the answer: "… and who was president then?" */
export function yearsOf(answer: FactAnswer | undefined): readonly string[] {
  const facts = answer?.statements[0]?.facts ?? []
  return facts.flatMap(({ subject: { kind }, attribute: { label }, text = '', year }) =>
    label === 'Independence'
      ? (text.match(YEAR)?.slice(0, 1) ?? [])
      : year !== undefined && (label.endsWith(' title') || kind === 'laureate')
        ? [String(year)]
        : [],
  )
}

/** The languages or religions of one country, with their shares: which is the largest is said. */
function isOfShares({ answered: { answer } }: Earlier, readNames: ReadNames): boolean {
  const [statement, ...more] = answer?.statements ?? []
  if (!statement || more.length > 0 || answer?.list) return false
  const names = new Set(readNames(statement.text, { isOwn: true }))
  return (
    names.size <= 1 && nameOfOne(statement).length === 1 && statement.text.split('%').length > 2
  )
}

/** A question word that stands alone, with what the earlier clause says was done. */
function alone(clause: string, earlier: string): string | undefined {
  const { when } = ALONE.exec(clause)?.groups ?? {}
  if (!ALONE.test(clause)) return undefined
  const { what, did, was = 'was' } = (WHO_DID.exec(earlier) ?? WAS_DONE.exec(earlier))?.groups ?? {}
  if (!what || !did) return undefined
  return when ? `${when} ${was} ${what} ${did}?` : `Who ${did} ${what}?`
}

/** The earlier clause about another year or another subject. */
function sameOf(clause: string, { clause: earlier }: Earlier, readNames: ReadNames) {
  const { other } = (SAME_OF.exec(clause) ?? COMPARES.exec(clause))?.groups ?? {}
  const bare = earlier.replace(/\s*[?.!]*$/, '')
  const { degree } = OPPOSITE.exec(clause)?.groups ?? {}
  if (degree !== undefined && DEGREES.test(bare)) return `${bare.replace(DEGREES, degree)}?`
  const { people } = OF_PEOPLE.exec(clause)?.groups ?? {}
  if (people !== undefined) return `${bare} of ${people}?`
  if (other === undefined) return undefined
  if (/^\d{4}$/.test(other)) {
    const year = bare.match(YEAR)?.at(-1)
    return year ? putLast(bare, year, other) : `${bare} in ${other}`
  }
  const names = namesIn(other, readNames)
  const left = names.reduce((text, name) => text.replace(name, ''), other)
  const old = namesIn(earlier, readNames).at(-1)
  if (names.length === 0 || old === undefined || !/^(?:['’]s|\W|and|or|the)*$/i.test(left))
    return undefined
  return putLast(bare, old, joinAnd(names))
}

/** Completes a question about the office, the prize or the series of the earlier answer. */
function ofRecord(clause: string, { clause: earlier, answered }: Earlier, readNames: ReadNames) {
  const { facts = [], text = '' } = answered.answer?.statements[0] ?? {}
  const [fact] = facts
  const names = [...new Set(facts.map(({ subject }) => subject.name))]
  if (!fact) return undefined
  if (SUCCESSION.test(clause) && fact.start !== undefined) {
    // "Who was vice president under Carter, and who was president after him?"
    const under = /\bunder\b/i.test(earlier) && /\bpresident\b/i.test(clause)
    if (under)
      return `Who was president ${EARLIER.test(clause) ? 'before' : 'after'} ${readNames(earlier).at(-1)}?`
    const isBefore = EARLIER.test(clause)
    // "Before Obama, and who came after him?" is after Obama.
    const isOpposite = EARLIER.test(earlier) ? !isBefore : isBefore && /\bafter\b/i.test(earlier)
    const name = isOpposite ? readNames(earlier).at(-1) : names.at(-1)
    return `Who was ${fact.attribute.label} ${isBefore ? 'before' : 'after'} ${name}?`
  }
  const { office } = LATER.exec(clause)?.groups ?? {}
  if (office && names.length === 1) return `Was ${names[0]} ${office}?`
  if (HIS_VICE.test(clause) && names.length === 1 && fact.start !== undefined)
    return `Who was vice president under ${names[0]}?`
  const { field } = OTHER_FIELD.exec(clause)?.groups ?? {}
  if (field && fact.attribute.label === 'Nobel Prize')
    return `Who won the Nobel Prize in ${field} in ${fact.year}?`
  // Worded so that it reads well where it is listed as not found.
  if (REASON.test(clause) && / received /.test(text))
    return `why ${text.replace(/^Yes: |: \d{4}.*| \([^)]*\)\.$|\.$/g, '')}`
  if (SHARE.test(clause) && !text.includes('%'))
    return `What is the share of ${labelOf(fact).toLowerCase()} of ${names[0]}?`
  const { lowest, fell = lowest } = PEAK.exec(clause)?.groups ?? {}
  if (!PEAK.test(clause) || names.length > 1 || fact.number === undefined) return undefined
  return `In which year was the ${labelOf(fact).toLowerCase()} of ${names[0]} ${fell ? 'lowest' : 'highest'} ${spanOf(earlier)}`
}

/** The names that are known, or else those in capitals. */
function namesIn(text: string, readNames: ReadNames): readonly string[] {
  const known = readNames(text)
  return known.length > 0 ? known : findNames(text)
}

function putLast(text: string, old: string, put: string): string {
  const at = text.lastIndexOf(old)
  return `${text.slice(0, at)}${put}${text.slice(at + old.length)}?`
}

/** The first of a ranking, and the measure that it is by: "the GDP of Egypt and Algeria". */
function topOf(clause: string, answer: FactAnswer | undefined): string | undefined {
  const { list, statements = [] } = answer ?? {}
  const { count = '' } = TOP.exec(clause)?.groups ?? {}
  const most = Number(count) || COUNTS.indexOf(count.toLowerCase())
  const facts = (list?.isRanked && list.among?.slice(0, most)) || []
  const [fact] = statements[0]?.facts ?? []
  const names = joinAnd(facts.map(({ subject }) => subject.name))
  return fact && names && `the ${labelOf(fact)} of ${names}`
}

/** The subjects that an answer lists, or else the names that its sentences add to those of the question. */
function listedIn({ clause, answered: { answer } }: Earlier, readNames: ReadNames): string[] {
  if (!answer) return []
  // A sentence on borders has neighbours without a profile as well, such as French Guiana.
  const isOfBorders = answer.statements[0]?.facts[0]?.attribute.label === 'Land boundaries'
  const listed = isOfBorders ? undefined : answer.list?.facts.map(({ subject }) => subject.name)
  const said = answer.statements.flatMap(({ text }) => readNames(text, { isOwn: true }))
  const asked = new Set([...readNames(clause), ...answer.statements.flatMap(nameOfOne)])
  const names = listed ?? said.filter(name => !asked.has(name))
  return [...new Set(names.length > 0 ? names : asked)].slice(0, MOST_NAMES)
}

function nameOfOne({ facts }: FactAnswer['statements'][number]): string[] {
  const names = new Set(facts.map(({ subject }) => subject.name))
  return names.size === 1 ? [...names] : []
}

function measureOf(answer: FactAnswer | undefined): string | undefined {
  const fact = answer?.statements[0]?.facts[0]
  return fact && ` by ${labelOf(fact)}`
}

/** "The unemployment rate of Spain", if the answer is a figure, or ends with one. */
function ownMeasureOf(answer: FactAnswer | undefined): string | undefined {
  const ranked = answer?.list?.isRanked ? answer.list.facts : undefined
  const all = ranked ?? answer?.statements.flatMap(statement => statement.facts) ?? []
  const isOf = (one: readonly Fact[]) => new Set(one.map(labelOf)).size === 1
  const facts = isOf(all) ? all : (answer?.statements.at(-1)?.facts ?? [])
  const [fact] = facts
  if (fact?.number === undefined || !isOf(facts)) return undefined
  const names = [...new Set(facts.map(({ subject }) => subject.name))]
  return `the ${labelOf(fact)} of ${joinAnd(names)}`
}

function labelOf({ attribute }: Fact): string {
  return attribute.label.replace(/^Real /, '').split(/ \(| by year/)[0] ?? ''
}

/** "Lima", if the answer is that it is the capital. */
function capitalOf(answer: FactAnswer | undefined): string | undefined {
  const fact = answer?.statements[0]?.facts[0]
  return fact?.attribute.label === 'Capital' ? fact.text : undefined
}

/** The final of the title that was named last: "Who did they beat in the final?" */
function finalOf(answer: FactAnswer | undefined): string | undefined {
  const title = answer?.statements[0]?.facts.at(-1)
  return title?.attribute.label.endsWith(' title') ? `the ${tournamentOf(answer)} final` : undefined
}

/** "1998 FIFA World Cup", if the answer is about its matches or its title. */
function tournamentOf(answer: FactAnswer | undefined): string | undefined {
  const fact = answer?.statements[0]?.facts.at(-1)
  const [, name] = /^(.*) (?:title|match|runner-up)$/.exec(fact?.attribute.label ?? '') ?? []
  return name && `${fact?.year} ${name}`
}

const PRONOUN = /\b(?:(?<owner>its|their)|(?<place>there)|it|they|them)\b/i
/** "How many were there?" and "when was it that …" refer to nothing before them. */
const EMPTY = /\b(?:(?:is|are|was|were|be|been) there|there (?:is|are|was|were|be|been)|it that)\b/i

/** Puts the name that an earlier clause has in place of a pronoun, since each clause is searched alone. */
export function nameAgain(clause: string, earlier: string): string {
  const { index, 0: pronoun, groups } = PRONOUN.exec(clause) ?? {}
  const [bare] = findNames(earlier)
  if (index === undefined || pronoun === undefined || bare === undefined) return clause
  // "The 1998 World Cup" is not the newest one.
  const year = /\d{4} $/.exec(earlier.slice(0, earlier.indexOf(bare)))?.[0] ?? ''
  const name = `${year}${bare}`
  if (EMPTY.test(clause) || findNames(clause).length > 0) return clause
  const put = groups?.['owner'] ? `${name}'s` : groups?.['place'] ? `in ${name}` : name
  return `${clause.slice(0, index)}${put}${clause.slice(index + pronoun.length)}`
}

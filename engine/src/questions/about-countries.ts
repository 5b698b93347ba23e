import vocabulary from '../../data/words.json' with { type: 'json' }
import { lexiconOf } from '../facts/answer-question.ts'
import { readFilters } from '../facts/filters.ts'
import { findPhrases } from '../facts/find-named.ts'
import { glossQuestion } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import type { Facts } from '../facts/open-facts.ts'
import { readQuestion } from '../facts/read-question.ts'
import { spelledNumbers } from '../text/lex/spelled-numbers.ts'
import { joinAnd } from '../text/say.ts'
import { overlaps } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { findPlaces, groupsIn, type Named } from './find-places.ts'
import {
  inOrder,
  listNamed,
  mainOf,
  namedIn,
  SURE,
  themesIn,
  understandItems,
  withEntries,
} from './hear-fields.ts'
import {
  listOf,
  maskNames,
  NOT_RESTATED,
  type Restated,
  type RestateOptions,
  timesIn,
  type Understood,
} from './restate.ts'

const OF_COUNTRIES =
  /\b(?:(?<!\b(?:the|this|that) )country|countries|nations|(?<!\b(?:the|this|that) )nation|states|economies)\b/gi
const MOST_RANKED = 50
/** Of a larger group, values of each would fill a page. */
const MOST_MEMBERS = 8
const OFFICES = ['head of state', 'head of government']
const STRANGER = /(?<=\p{L},? )(?!(?:GDP|CO2|US|UK|EU|UN|PPP|TV)\b)\p{Lu}\p{L}{2,}/u
const STRANGERS = new RegExp(STRANGER, 'gu')
const THE_COUNTRY = /\b(?:the|this|that) (?:country|nation)\b/gi
const DEPENDS =
  /\b(?:exposed|dependent|depends?|reliant|rely|relies) (?:up)?(?:on|to)\s+(?:the\s+)?\p{Lu}/u
const PARTNERS = ['export partners', 'import partners']
/** States a capital, which may be the wrong one. */
const PREMISE = /\bcapital\b.{1,60}?\b(?:is|being)\s+(?!it\b)\p{Lu}/u
/** Says of countries how they stand, and is said by the direction. */
const DEGREE = /^(?:\w+est|most|top|growing|shrinking|ageing|aging|\d+)$/
const MANY = /\b(?:countries|nations|states|economies|which country)\b/i
/** A country without a king has no answer to who its king is. */
const OFFICE =
  /\b(?:vice president|president|prime minister|chancellor|king|queen|monarch|emperor|sultan|emir)s?\b/i
/** Asks about the person, or for the holder at a time without a number: "during the war". */
const OF_PERSON =
  /\b(?:how old|age|born|alive|former|wife|husband|married|children|salary|net worth|tall|died|dies|resigned|impeached|assassinated|shot|killed)\b|\b(?:was|were|did|had|ruled|served|governed|used to)\b(?!.*\b(?:1[5-9]|20)\d\d\b)/i
const OFFICIAL = /\bofficial languages?\b/i
const HIGHEST = /\b(?:highest|largest|biggest|most|richest|longest|oldest|greatest)\b/i
const LOWEST = /\b(?:lowest|smallest|least|fewest|poorest|shortest|youngest)\b/i
const WHETHER = /^\W*(?:had|has|have|did|does|do|is|are|was|were)\b/i
/** Asks for more than whether something is so. */
const ASKS = /\b(?:what|which|who|how|when|where|compare)\b/i
const HIGHER = /\b(?:more|most|higher|highest|larger|largest|longest|richest|richer)\b/i
const LOWER = /\b(?:less|least|lower|lowest|smaller|smallest|fewer|fewest|poorest|shortest)\b/i
const THRESHOLD =
  /\b(?:(?:more|less|fewer|greater|higher|lower) than|over|under|above|below|past|beyond|at least|at most)\s+\$?\d[\d.,]*(?:\s*(?:%|percent|thousand|million|billion|trillion))?(?:\s+of gdp)?/i
const NOW = /\b(?:now|today|currently|at present|these days)\b/i
const MORE_OR = /\b(?:more|higher|larger|bigger|greater|longer|older|richer|taller)\b.*\bor\b/i
const LESS_OR = /\b(?:less|fewer|lower|smaller|shorter|younger|poorer)\b.*\bor\b/i
const ABOVE =
  /\b(?:overt\w+|surpass\w*|exceed\w*|pass(?:ed)?|ahead of|(?:more|higher|larger|bigger|greater|longer|older|richer|faster)\b.*\bthan)\b/i
const BELOW =
  /\b(?:behind|below|(?:less|fewer|lower|smaller|shorter|younger|poorer|slower)\b.*\bthan)\b/i
const COMPARES = /\b(?:compar\w*|than|vs|versus|differ\w*|relative|relation|between|gap|or)\b/i
/** Before a name that the question is not about: "exposed to China". */
const OBJECT = /\b(?:to|on|from|with|upon)\s+(?:the\s+)?$/i
const WHY = /^\W*why\b/i
/** The long form of its name does not tell. */
const IS_COUNTRY = /^\W*is .* an? (?:\w+ )?(?:country|nation)\b/i
/** Profiles have the time in the capital alone. */
const TIME_ZONES = /\bhow many time ?zones\b/i
const EXCLUDES =
  /\b(?:(?:which|what|how many) .*\b(?:not|no|\w+n['’]t|dont|without|except|outside)|other than|apart from|besides)\b/i
const MEN = /\b(?:men|males?|boys)\b/i
const WOMEN = /\b(?:women|females?|girls)\b/i
/** Figures of women that have no other for men. */
const OF_WOMEN = /\b(?:fertility|maternal|mother|birth)/i
const CHOICES = /[,;:?\s]+(?:and\s+)?(?=which\b)|\?+\s*$/i
const ELLIPTIC =
  /^which(?: one)?(?: has| have)?(?: the)? (?:highest|lowest|most|least|largest|smallest|fewest)\W*$/i
const JOINT = /^which( (?:on|in|for|by) )/i
/** "Which is poorest": the degree says by what to rank. */
const DEGREE_ALONE = /^which(?:.* (?:is|are|was|were)(?: the)?)? (?<degree>[\w -]+)$/i
const APART = /\bby how much\b|\bdifference\b/i
const OF_AMOUNTS = /\b(?:gdp|econom\w+|population|people|richer|poorer)\b/i
const PER_PERSON = /\bper (?:capita|person|head|inhabitant|citizen)\b/i
/** Labels of figures that are per person by themselves. */
const IS_RATE = /per capita|density|\brates?\b|\bratio\b|expectancy|coefficient/i
const FILLERS = new Set(vocabulary.fillers.split(' '))

interface Context {
  /** The names of the question before it. */
  readonly before: readonly string[]
  /** The language of the whole request, which is surer than that of a part. */
  readonly language?: string
}

/** Restates a question about countries. */
export async function restateAboutCountries(
  written: string,
  { reader, facts, before, language, signal }: RestateOptions & Context,
): Promise<Restated> {
  const lexicon = lexiconOf(facts)
  const reworded = lexicon.reword(written)
  const themesOf = (one: string) =>
    themesIn(one, lexicon)
      .map(({ phrase }) => phrase)
      .join()
  const text = themesOf(reworded) === themesOf(written) ? written : reworded
  // A value is no reason, except for trade.
  if (WHY.test(text) && !DEPENDS.test(text)) return NOT_RESTATED
  if (TIME_ZONES.test(text)) return NOT_RESTATED
  if (IS_COUNTRY.test(text) || (OFFICE.test(text) && OF_PERSON.test(text))) return NOT_RESTATED
  const places = findPlaces(text, { facts, lexicon })
  const own = [...new Set(withoutObjects(text, places).map(({ name }) => name))]
  const names = own.length > 0 ? own : before
  const gloss = glossQuestion(text, facts, language)
  const english = gloss?.text ?? text
  // The words that a plain question keeps cannot say what is left out.
  if (EXCLUDES.test(text) || EXCLUDES.test(english)) return NOT_RESTATED
  // "Das Land" of a second part is the country of the first.
  const isSame = gloss !== undefined && before.length > 0 && !MANY.test(english)
  const isOfCountries = english.search(OF_COUNTRIES) >= 0 && !isSame
  const group = groupsIn(english, lexicon)[0]?.name
  if (names.length === 0 && group === undefined && !isOfCountries) return NOT_RESTATED
  // A region that nobody knows here narrows the countries, and is no word to leave out.
  if (names.length === 0 && group === undefined && STRANGER.test(text)) return NOT_RESTATED
  const choices = choicesIn(text)
  if (choices.length > 1) {
    const isOfNames = own.length > 0 || group === undefined
    const [of, within] = isOfNames ? [`of ${joinAnd(names)}`, ''] : ['country', ` in ${group}`]
    const context = { reader, facts, before: names, signal, ...(language && { language }) }
    const asking = choices.map(async (one): Promise<Partial<Restated>> => {
      const degree = DEGREE_ALONE.exec(one)?.groups?.['degree'] ?? ''
      const senses = lexicon.find(words(degree).map(({ stem }) => stem))
      const labels = senses.flatMap(sense =>
        sense.type === 'extreme' ? sense.attribute.label : [],
      )
      if (labels.length > 0) return { clauses: [`Which ${of}${within} is ${degree}?`], labels }
      const restated = await restateAboutCountries(`${one}${within}`, context)
      return restated.clauses.length > 0 ? restated : { open: [one] }
    })
    const all = await Promise.all(asking)
    const each = (key: 'clauses' | 'labels' | 'open') => all.flatMap(one => one[key] ?? [])
    return { clauses: each('clauses'), labels: each('labels'), open: each('open'), names }
  }
  const masked = maskNames(text, places).replace(THE_COUNTRY, 'X')
  const { whole, fields, open } = await understandItems(masked, { lexicon, reader, signal })
  // A region that is named is not asked for, and states are compared by their area alone.
  const isAsked = ({ label }: { readonly label: string }) =>
    (group === undefined || label !== 'Region') &&
    (label !== 'Area - comparative' || !OF_AMOUNTS.test(english))
  const heard = [...fields, ...namedIn(english, { fields, lexicon, least: gloss ? 1 : 2 })].filter(
    isAsked,
  )
  const understanding = { ...whole, fields: withEntries(english, heard, lexicon) }
  // A figure of the whole country is none per person.
  const isPerPerson = PER_PERSON.test(english) && !heard.some(({ label }) => IS_RATE.test(label))
  if (isPerPerson) return { clauses: [], names }
  // "The African countries" need no other name.
  const isOfGroup = own.length === 0 && (group !== undefined || isOfCountries)
  const features = isOfGroup ? featuresIn(english, lexicon, gloss !== undefined) : []
  if (features === undefined) return { clauses: [], names }
  const asked = { ...understanding, text: english, names: isOfGroup ? [] : names }
  const scope = { group, features, lexicon, isGloss: gloss !== undefined }
  const ranked = restateForCountries(asked, scope)
  // "The economies of the Baltic states" ranks nothing, and asks for each of them.
  const members = ranked.length === 0 && isOfGroup && group ? membersOf(group, facts, lexicon) : []
  return {
    clauses:
      members.length > 0 && members.length <= MOST_MEMBERS && features.length === 0
        ? restateForCountries({ ...asked, names: members }, scope)
        : ranked,
    // The next part may be about "them".
    names: members.length > 0 && members.length <= MOST_MEMBERS ? members : names,
    labels: understanding.fields
      .filter(({ kind, score }) => kind === 'country' && score >= SURE)
      .map(({ label }) => label),
    ...(open.length > 0 && { open }),
    ...(gloss ? { language: gloss.language } : { strangers: masked.match(STRANGERS) ?? [] }),
  }
}

/** The questions of "Chile and Peru: which is poorer, which more unequal?"; none if one has no measure of its own. */
function choicesIn(text: string): string[] {
  const choices = `, ${text}`.split(CHOICES).slice(1).filter(Boolean)
  const [first = ''] = choices
  if (choices.some(one => ELLIPTIC.test(one))) return []
  // "Which spends most on defence, which on health?"
  return choices.map(one => {
    const [start = '', joint = '\n'] = JOINT.exec(one) ?? []
    const at = first.lastIndexOf(joint)
    return at < 0 ? one : first.slice(0, at) + joint + one.slice(start.length)
  })
}

/** The countries of a region or an organization. */
function membersOf(group: string, facts: Facts, lexicon: Lexicon): string[] {
  const question = readQuestion(`countries in ${group}`, { facts, lexicon, today: '' })
  const asking = { question, facts, lexicon, admits: () => true, today: '', most: 0 }
  const [filter] = readFilters(asking, 'country')?.filters ?? []
  return facts
    .subjectsOfKind('country')
    .filter(({ id }) => filter?.tested.get(id)?.isMet)
    .map(({ name }) => name)
}

interface Scope {
  readonly group: string | undefined
  readonly features: readonly string[]
  readonly lexicon: Lexicon
  /** True if the question is in another language, which may compare by other words. */
  readonly isGloss: boolean
}

/** Says in plain words what a question about countries asks for; empty if nothing can be said. */
function restateForCountries(
  { text, names, fields, operations }: Understood,
  { group, features, lexicon, isGloss }: Scope,
): string[] {
  const phrases = phrasesOf(text, fields)
  const people =
    MEN.test(text) && WOMEN.test(text)
      ? ['men', 'women']
      : WOMEN.test(text) && !phrases.every(phrase => OF_WOMEN.test(phrase))
        ? ['women']
        : fields.filter(({ kind }) => kind === 'any').map(({ phrase }) => phrase)
  const [named] = phrases
  if (named === undefined) return []
  // Countries are ranked by the first attribute of a theme.
  const first = names.length === 0 ? (mainOf(named, lexicon) ?? named) : named
  const times = timesIn(text, operations)
  const both = HIGHEST.test(text) && LOWEST.test(text) ? ['highest', 'lowest'] : []
  const compared = MORE_OR.test(text) ? ['highest'] : LESS_OR.test(text) ? ['lowest'] : []
  const towards = operations.filter(one => one === 'highest' || one === 'lowest').slice(0, 1)
  const worded = HIGHEST.test(text) ? ['highest'] : LOWEST.test(text) ? ['lowest'] : []
  const implied = names.length === 0 ? worded : names.length === 2 ? compared : []
  const single = towards.length > 0 ? towards : implied
  const directions = both.length > 0 ? both : single
  if (names.length === 0) {
    const within = group === undefined ? '' : ` in ${group}`
    const whose = people.length === 1 ? ` of ${people[0]}` : ''
    const count = countIn(text)
    const [mark] = THRESHOLD.exec(text) ?? []
    if (mark !== undefined && phrases.length === 1)
      return [
        `Which ${[...features, 'countries'].join(' ')}${within} have a ${first}${whose} ${mark}?`,
      ]
    const kind = [...features, count === undefined ? 'country' : 'countries'].join(' ')
    const which = count === undefined ? kind : `${count} ${kind}`
    const verb = count === undefined ? 'has' : 'have'
    return directions.map(
      one => `Which ${which}${within} ${verb} the ${one} ${first}${whose}${times}?`,
    )
  }
  const [one, other, ...more] = names
  const list = listNamed(first, lexicon)
  const most = directions.length > 0 ? directions : worded
  if (other === undefined && list && most.length > 0)
    return most.map(direction => `What is the ${direction} ${list} of ${one}?`)
  // "The largest province of Canada" asks for one of them.
  if (other === undefined && worded.length > 0 && /\bdivisions$/.test(first)) return []
  const isPair = other !== undefined && more.length === 0 && phrases.length === 1
  const isWhether = isGloss ? !ASKS.test(text) : WHETHER.test(text) && directions.length === 0
  if (isWhether && isPair) {
    const [above, below] = isGloss ? [HIGHER, LOWER] : [ABOVE, BELOW]
    const degree = below.test(text) ? 'lower' : above.test(text) ? 'higher' : undefined
    const when = timesIn(text, [])
    if (degree) return [`Is the ${first} of ${one} ${degree} than that of ${other}${when}?`]
  }
  const ranked =
    names.length > 1
      ? directions.map(one => `Which of ${joinAnd(names)} has the ${one} ${first}${times}?`)
      : []
  const others = ranked.length > 0 ? phrases.slice(1) : inOrder(text, phrases, lexicon)
  if (others.length === 0) return ranked
  const isOfAll = (phrase: string) => people.length === 0 || OF_WOMEN.test(phrase)
  const of = (whose: string, own: readonly string[]) => (own.length > 0 ? [{ whose, own }] : [])
  const split = others.filter(phrase => !isOfAll(phrase))
  const groups = [
    ...people.flatMap(one => of(` of ${one}`, split)),
    ...of('', others.filter(isOfAll)),
  ]
  // "What was it in 1990, and what is it now?"
  const moments = times.startsWith(' in ') && NOW.test(text) ? [times, ''] : [times]
  return [
    ...ranked,
    ...groups.flatMap(({ whose, own }) => {
      const be = own.length > 1 ? 'are' : 'is'
      const apart = isGloss && APART.test(text) ? ', by how much' : ''
      return moments.map(
        when => `What ${be} ${listOf(own)}${whose} of ${joinAnd(names)}${when}${apart}?`,
      )
    }),
  ]
}

/** The fields that a question asks for, in words that the collections know. */
function phrasesOf(text: string, fields: Understood['fields']): string[] {
  const office = OFFICE.exec(text)?.[0].toLowerCase()
  const named = fields
    .filter(({ kind }) => kind === 'country')
    .map(({ phrase }) => (OFFICES.includes(phrase) ? (office ?? phrase) : phrase))
    .map(phrase =>
      OFFICIAL.test(text) && /^languages?$/.test(phrase) ? 'official languages' : phrase,
    )
  const asked = DEPENDS.test(text) ? PARTNERS : named
  const isOfBoth = MEN.test(text) && WOMEN.test(text)
  const own = isOfBoth ? asked.map(phrase => phrase.replace('gender gap in ', '')) : asked
  const premise = own.length > 0 && PREMISE.test(text) ? ['capital'] : []
  return [...new Set([...premise, ...own])]
}

/** The places that a question is about: of "Mongolia's exposure to China" only the first. */
function withoutObjects(text: string, places: readonly Named[]): readonly Named[] {
  if (COMPARES.test(text)) return places
  const subjects = places.filter(({ start }) => !OBJECT.test(text.slice(0, start)))
  return subjects.length > 0 ? subjects : places
}

/** The words such as "landlocked" that narrow "countries"; undefined if one of them is not known. */
function featuresIn(text: string, lexicon: Lexicon, isGloss: boolean): string[] | undefined {
  const all = words(text)
  const known = findPhrases(text, all, lexicon)
  const features: string[] = []
  for (const { index } of text.matchAll(OF_COUNTRIES)) {
    const at = all.findIndex(({ start }) => start === index)
    const after = all[at + 1]
    // In other languages adjectives may follow.
    if (isGloss && after && !isPlain(after) && !known.some(one => overlaps(after, [one])))
      return undefined
    for (let before = at - 1; before >= 0; before--) {
      const word = all[before]
      if (!word || isPlain(word)) break
      const senses = known.filter(one => overlaps(word, [one])).flatMap(one => one.senses)
      const condition = senses.find(({ type }) => type === 'condition')
      if (condition?.type === 'condition' && !condition.group) features.unshift(word.text)
      else if (DEGREE.test(word.folded) && senses.some(({ type }) => type === 'extreme')) break
      else if (!condition) return undefined
    }
  }
  return features
}

function isPlain({ folded }: Word): boolean {
  return (
    STOP_WORDS.has(folded) ||
    FILLERS.has(folded) ||
    DEGREE.test(folded) ||
    spelledNumbers(folded, 'en').length > 0
  )
}

/** How many are asked for: "the five largest", "top 10". */
function countIn(text: string): number | undefined {
  const digits = [
    ...text.matchAll(
      /(?<![\d.,$€£])\d{1,2}(?![\d.,]*\d|\s*(?:%|percent|million|billion|trillion|years|km))/g,
    ),
  ]
  const spelled = spelledNumbers(text, 'en').filter(({ kind }) => kind === 'number')
  const counts = [...digits.map(([number]) => Number(number)), ...spelled.map(({ value }) => value)]
  return counts.find(count => count > 1 && count <= MOST_RANKED)
}

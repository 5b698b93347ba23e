import type { FactAnswer } from '../facts/answer.ts'
import { OF_MEMBERS } from '../facts/answer-question.ts'
import { isPlace } from '../facts/filters.ts'
import { isSaid } from '../facts/is-said.ts'
import { CHOICE, OF_PLACES, type Part } from '../plan/plan-research.ts'
import { contentStems } from '../text/words.ts'
import { LONGEST_QUESTION, type Restated } from './restate.ts'

interface PartOptions {
  /** The whole question. */
  readonly input: string
  readonly restate: (question: string, before: readonly string[]) => Promise<Restated>
  /** Answers clauses from facts. */
  readonly answer: (asked: string, restated: Restated) => FactAnswer | undefined
}

/** Places of an answer that the next part is about. */
const MOST_PLACES = 5

/** A sentence that tells of the person who asks, and asks nothing. */
const TELLS = /^(?:i|we|my|our|i['’]m|we['’]re)\b(?!.*\?)/i

/** Asks for advice or for the future, which no value tells. */
const BEYOND =
  /^(?:please |can you |could you )?(?:translate|write|compose|draft)\b|^how do (?:you|i|we) say\b|^(?:and |so |but )?(?:should|shall|would|will|could)\b|\b(?:chances|odds|likely|likelihood|probability) (?:that|of|for|is|are)\b|\bhow likely\b|\bshould (?:i|we)\b|\b(?:will|going to)\b[^?]*\b(?:be|become|have|grow|reach|win)\b/i

/** Ranks the states or provinces of a country, whose figures are not recorded. */
const OF_DIVISIONS =
  /^(?=.*\b(?:(?:small|larg|bigg|high|low|rich|poor|few)est|most|least)\b).*\b(?:(?<!\b(?:member|european|african|asian) )states?(?! (?:in|of) (?:africa|europe|asia|nato|the))|provinces?|cantons?|count(?:y|ies)|prefectures?)\b/i

/** Figures of companies are not those of their country. */
const OF_COMPANIES = /\b(?:companies|banks|airlines|retailers|(?:car)?makers|firms|stocks)\b/i

/** Attributes whose values are found by their names in the question. */
const NAMED = /^Elevation$| runner-up$| - commodities$/

/** Asks about items of an answer that was not found. */
const OF_THEM = /\bof (?:them|these|those)\b/i

/** "… und wie viele Einwohner hat es?" */
const FOREIGN_JOINT =
  /,?\s+(?=و(?:أي|ما|كم|من|متى|أين)\p{L}*\s)|,?\s+(?:und|et|y|e|en)\s+(?=(?:(?:de|à|en|a|in|con|da|di|aus|von|mit|van|naar|met)\s)?(?:wie|was|wer|wo|wann|welche[rs]?|quel(?:le)?s?|laquelle|lequel|lesquel(?:le)?s|combien|qui|où|cuál(?:es)?|cuánt[oa]s?|quién|qué|dónde|qual|quais|quant[oaie]s?|quem|onde|quale|quali|chi|dove|hoe|wat|waar|welke?)\s)/iu

/**
 * Answers the parts from facts. Of what the words of the collections and what the model understands, the
 * one counts that answers more of what the model hears.
 */
export async function understandParts(
  parts: readonly Part[],
  { input, restate, answer }: PartOptions,
): Promise<Part[]> {
  const understood: Part[] = []
  const said = new Set<string>()
  let before: readonly string[] = []
  for (const part of parts.flatMap(splitForeign)) {
    const { question } = part
    if (part.answer) before = placesOf(part.answer)
    const earlier = understood.at(-1)?.answer
    if (!part.answer && earlier && isSaid(question, { earlier })) continue
    const isOpen = !part.isSkipped && part.answer?.language === undefined && isRestatable(question)
    const restated = isOpen ? await restate(question, before) : undefined
    if (restated && restated.names.length > 0) before = restated.names
    const isOfOne = CHOICE.test(question) && (restated?.names.length ?? 0) < 2
    const found =
      restated && !isOfOne
        ? betterOf(part.answer, restated, () => {
            const other = answer(question, restated)
            const isFit = other && names(other, restated.strangers) && tellsWhen(question, other)
            return isFit ? other : undefined
          })
        : undefined
    // An answer that repeats another part's does not answer this one.
    const isNew = found?.statements.some(({ text }) => !said.has(text))
    for (const { text } of (found ?? part.answer)?.statements ?? []) said.add(text)
    understood.push(found && isNew ? { ...part, answer: found } : part)
  }
  const isAnswered = understood.some(part => part.answer !== undefined)
  const isWhole = parts.length === 1 && parts[0]?.question === input
  if (!isAnswered && !isWhole && isRestatable(input)) {
    const restated = await restate(input, [])
    const whole = restated.clauses.length > 0 ? answer(input, restated) : undefined
    const isOfOne =
      parts.some(({ question }) => CHOICE.test(question)) && restated.names.length === 1
    if (whole && !isOfOne && names(whole, restated.strangers))
      return [{ question: input, answer: whole }]
  }
  return sayOnce(understood).filter(
    part => part.answer || !isAnswered || !TELLS.test(part.question),
  )
}

/** A question in another language that the rules could not answer as a whole. */
function splitForeign(part: Part): readonly Part[] {
  if (part.answer || part.isSkipped) return [part]
  return part.question.split(FOREIGN_JOINT).map(question => ({ ...part, question }))
}

/** Leaves out sentences that an earlier part has, and parts that say nothing else. */
function sayOnce(parts: readonly Part[]): Part[] {
  const said = new Set<string>()
  return parts.flatMap(part => {
    const { answer } = part
    if (!answer) return [part]
    const statements = answer.statements.filter(({ text }) => !said.has(text))
    for (const { text } of statements) said.add(text)
    return statements.length > 0 ? [{ ...part, answer: { ...answer, statements } }] : []
  })
}

/** The answer to the restated question if it has more of the fields; undefined if the one at hand has them. */
function betterOf(
  own: FactAnswer | undefined,
  { clauses, labels = [], language }: Restated,
  answer: () => FactAnswer | undefined,
): FactAnswer | undefined {
  if (clauses.length === 0) return undefined
  if (!own) return answer()
  // "Cuba gdp per person": English words answered it, though "per" is Italian as well.
  if (language !== undefined) return undefined
  // An item of a list, such as a city, a mountain or a lost final is what the words name; no model was trained on it.
  const isItem = own.statements.some(
    ({ facts, text }) =>
      /^(?:Yes|No)\b/.test(text) ||
      facts.some(({ entry, attribute }) => entry || NAMED.test(attribute.label)),
  )
  // "Electricity from coal" is no coal: another source of electricity is nearer to what is asked.
  const isNear = own.missing.some(one => one.includes('given instead'))
  // The model was trained on fields of places: matches and prizes are read word by word alone.
  const isOfPlaces = own.statements.every(({ facts }) =>
    facts.every(({ attribute }) => OF_PLACES.includes(attribute.collection)),
  )
  // A ranking or a list was read word by word: "the oldest population" is no population.
  if (labels.length === 0 || isItem || isNear || own.list || !isOfPlaces) return undefined
  const covered = (one: FactAnswer) => {
    const facts = [...one.statements, ...one.details].flatMap(statement => statement.facts)
    const held = new Set(facts.map(({ attribute }) => measureOf(attribute.label)))
    // The values of several years say how a measure grew.
    const isOverYears =
      one === own &&
      facts.some(({ year, attribute: { id } }) =>
        facts.some(fact => fact.attribute.id === id && fact.year !== year),
      )
    const isHeld = (label: string) =>
      held.has(measureOf(label)) ||
      (isOverYears && held.has(measureOf(label.replace(/ growth rate$/, ''))))
    return labels.filter(isHeld).length
  }
  if (covered(own) === labels.length) return undefined
  const other = answer()
  return other && covered(other) > covered(own) ? other : undefined
}

/** Returns whether the answer has all the names: "Which US presidents came from Ohio?" */
function names({ statements }: FactAnswer, strangers: readonly string[] = []): boolean {
  const told = statements.flatMap(({ facts }) => facts)
  // The model knows no states, so it would give the senators of all.
  if (told.some(({ start, qualifier }) => start && qualifier)) return false
  const labels = told.map(({ attribute }) => attribute.label)
  const stems = contentStems([...statements.map(({ text }) => text), ...labels].join(' '))
  return strangers.every(name => [...contentStems(name)].every(stem => stems.has(stem)))
}

/** "When did Sweden join NATO?" is not answered by a list of organizations. */
function tellsWhen(question: string, { statements }: FactAnswer): boolean {
  return (
    !/^(?:and )?(?:since )?when\b/i.test(question) ||
    statements.some(({ text }) => /\d{4}/.test(text))
  )
}

/** "Population" for "Population by year", "GDP per capita" for the real one. */
function measureOf(label: string): string | undefined {
  return label.replace(/^Real /, '').split(/: | \(| by year/)[0]
}

function isRestatable(question: string): boolean {
  const isUnknown = [BEYOND, OF_THEM, OF_MEMBERS, OF_DIVISIONS, OF_COMPANIES].some(pattern =>
    pattern.test(question),
  )
  return question.length <= LONGEST_QUESTION && !isUnknown
}

/** The countries and territories that an answer is about. */
function placesOf({ list, statements }: FactAnswer): string[] {
  const facts = list?.facts ?? statements.flatMap(statement => statement.facts)
  const places = facts.filter(({ subject }) => isPlace(subject.kind))
  const names = new Set(places.map(({ subject }) => subject.name))
  return [...names].slice(0, list?.isForOne ? 1 : MOST_PLACES)
}

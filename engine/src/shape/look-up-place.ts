import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import { rephrase } from '../plan/rephrase.ts'
import { type Filling, unsupported } from './filling.ts'
import { type Found, type FoundFigure, readFound } from './found-text.ts'
import { isMeant } from './meant.ts'
import type { Place } from './place.ts'
import {
  allStems,
  gistOf,
  groupStems,
  kindStems,
  strongWords,
  withoutMeasures,
} from './property-words.ts'
import {
  type Asked,
  askedOf,
  isAbout,
  rateSupport,
  shareOf,
  supportsFigure,
} from './rate-support.ts'
import { inYears, yearsAsked } from './years-asked.ts'

const MOST_INPUT = 300
/** What fits clearly less than the best is about something else, even if the best is of no use. */
const MOST_BEHIND = 0.2

/**
 * What the sources say that could be the value of a place, best first, one question after the other
 * until the reader has enough.
 */
export async function* lookUpPlace(filling: Filling, place: Place): AsyncGenerator<Found> {
  const { subject } = place
  // Of several subjects, nothing here says which one is meant.
  if (!subject && filling.subjects.length > 1) throw unsupported()
  const name = place.path.at(-1) ?? ''
  const groups = place.path.slice(0, -1).filter(group => groupStems(group).length > 0)
  const around = groups.join(' ')
  const asked = askedOf({ name, around, description: place.description }, subject)
  if (asked.strong.length === 0 && asked.described.length === 0 && place.mustMatch.length === 0) {
    if (mayBeAnswer(filling, name)) yield* answersToInput(filling, place, asked)
    return
  }
  const isOpen = filling.meant.names.length === 0 && filling.meant.topics.length === 0
  const years = yearsAsked(filling.input, place)
  let best = 0
  for (const one of questionsFor(filling, place, { name, around, years })) {
    const { question, withFigure, ...rest } = one
    const finding = await filling.ask(question, { subject, ...rest })
    if (!finding) continue
    const figure = figureOf(filling, place, finding)
    if (withFigure && figure && supportsFigure(asked, figure.answer)) yield figure
    const rated = finding.sentences
      .filter(found => isFit(filling, place, found))
      .map(found => ({ found, support: rateSupport(asked, found) ?? 0 }))
      .filter(({ support }) => support > 0)
      .toSorted((one, other) => other.support - one.support)
    best = Math.max(best, rated[0]?.support ?? 0)
    const close = rated.filter(({ support }) => support >= best - MOST_BEHIND)
    // A question that says no more than the schema does not say which of several documents it means.
    if (
      !subject &&
      isOpen &&
      new Set(close.map(({ found }) => found.passage.documentId)).size > 1
    ) {
      throw unsupported()
    }
    for (const { found } of close) {
      const timely = inYears(found, { years, text: question })
      if (timely) yield readFound(timely)
    }
  }
}

/** Whether the one thing that the question asks for can be what is called by an empty name or a kind. */
function mayBeAnswer({ asksOneThing, input }: Filling, name: string): boolean {
  const said = new Set(allStems(`${input.slice(0, MOST_INPUT)} ${rephrase(input)}`))
  return asksOneThing && shareOf(kindStems(name), said) === 1
}

/** A place whose name says nothing, such as `value`, is for what the question asks. */
async function* answersToInput(
  filling: Filling,
  place: Place,
  asked: Asked,
): AsyncGenerator<Found> {
  const { subject } = place
  const finding = await filling.ask(filling.input, { subject })
  if (!finding) return
  const figure = figureOf(filling, place, finding)
  if (figure) yield figure
  const preferred = (found: FoundSentence) => shareOf(asked.all, new Set(allStems(found.text)))
  const fit = finding.sentences
    .filter(found => isFit(filling, place, found))
    .toSorted((one, other) => preferred(other) - preferred(one))
  const when = { years: yearsAsked(filling.input, place), text: filling.input }
  for (const found of fit) {
    const timely = inYears(found, when)
    if (timely) yield readFound(timely)
  }
}

function figureOf(
  filling: Filling,
  place: Place,
  { tableAnswer: answer }: Finding,
): FoundFigure | undefined {
  const passage = (answer?.values[0] ?? answer?.inputs[0])?.passage
  if (!answer || !passage) return undefined
  const about = { passage, text: passage.text, label: '' }
  return isFit(filling, place, about) ? { kind: 'figure', passage, answer } : undefined
}

interface LeafQuestion {
  readonly question: string
  readonly attribute?: string
  readonly withFigure: boolean
}

/** In the words of the description, of the names, of the property alone and of what counts in it. */
function questionsFor(
  { input }: Filling,
  { subject, description }: Place,
  { name, around, years }: { name: string; around: string; years: readonly number[] },
): LeafQuestion[] {
  const phrases = [gistOf(description), `${around} ${name}`.trim(), name]
    .map(withoutMeasures)
    .concat(strongWords(name))
    .filter(phrase => phrase !== '')
  const questions = [...new Set(phrases)].map(attribute => ({
    attribute,
    question: inYear(subject ? ofSubject(attribute, subject.name) : attribute, years),
    withFigure: true,
  }))
  if (subject) return questions
  // The input leads to the right pages, but a figure would answer the input and not the property.
  const led = `${name}: ${input.slice(0, MOST_INPUT)}`
  return [...questions, { question: led, withFigure: false }]
}

/** A table has a column for each year: the question must say which one. */
function inYear(question: string, years: readonly number[]): string {
  const [year] = years
  if (year === undefined || years.length > 1 || question.includes(String(year))) return question
  return `${question} in ${year}`
}

function ofSubject(attribute: string, subject: string): string {
  return attribute.toLowerCase().includes(subject.toLowerCase())
    ? attribute
    : `${attribute} of ${subject}`
}

/** Whether something is about the subject; without one, about what the input names and speaks of. */
function isFit(
  { meant }: Filling,
  { subject, mustMatch }: Place,
  found: Pick<FoundSentence, 'passage' | 'text' | 'label'> & Partial<Pick<FoundSentence, 'span'>>,
): boolean {
  const { passage, text, label } = found
  const held = new Set(allStems([text, passage.title, ...passage.headings].join(' ')))
  if (mustMatch.some(words => shareOf(allStems(words), held) < 1)) return false
  if (subject) return isAbout(subject, { passage, ...(label === undefined && { sentence: text }) })
  return isMeant(meant, found)
}

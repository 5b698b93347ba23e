import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Ranking } from '../../evidence/finding.ts'
import type { Evidence, Ledger } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { Passage } from '../../library/passage.ts'
import { subjectOf } from '../../library/subject-of.ts'
import type { Subject } from '../../plan/part.ts'
import type { FieldEvidence } from '../../shape/field-sources.ts'
import { proofsOf } from '../../shape/proof.ts'
import { type Property, propertyOf, roleOf, wordsOfName } from '../../shape/property.ts'
import { proveLeaf } from '../../shape/prove-leaf.ts'
import {
  allowedValues,
  type Branch,
  branchesOf,
  isForced,
  ofType,
  propertiesOf,
  textOf,
  typesOf,
} from '../../shape/read-schema.ts'
import { notMet, validateContent } from '../../shape/validate-content.ts'
import { walkSchema } from '../../shape/walk-schema.ts'
import { contentStems, words } from '../../text/words.ts'
import { type Ask, type Asking, askProperty, type Candidate } from './ask-property.ts'
import { fillList } from './fill-list.ts'
import { fillSources } from './fill-sources.ts'
import { readValue } from './read-value.ts'
import { REQUEST } from './table-rows.ts'

export interface FillOptions {
  readonly input: string
  /** The subjects of the question. */
  readonly subjects: readonly Subject[]
  readonly ask: Ask
  /** Finds the subject with this name. */
  readonly subjectCalled: (name: string) => Promise<Subject | undefined>
  readonly ledger: Ledger
  /** The sentences of a report; all of them are verified. */
  readonly summary: readonly Pick<Statement, 'text' | 'evidence'>[]
  /** The ranking that the question asks for. */
  readonly ranking?: Ranking | undefined
  /** Whether the question asks for one entry of the ranking only. */
  readonly isForOne?: boolean
  /** Reads the documents of the question, for their tables. */
  readonly readDocuments: () => Promise<readonly Passage[]>
  readonly mayGoOn: () => boolean
}

/** A place in the object that is being filled. */
export interface Place {
  readonly pointer: string
  /** Names of the properties on the way here, without those that name a subject. */
  readonly names: readonly string[]
  readonly subject?: Subject | undefined
  /** Whether the object here, or around a single value, is the subject rather than a part of it. */
  readonly isSubject?: boolean
  /** Position in a ranking, and the evidence for it. */
  readonly rank?: { readonly position: number; readonly evidence: readonly Evidence[] } | undefined
}

export interface Filled {
  readonly value: unknown
  readonly fields: readonly FieldEvidence[]
}

export interface Filling extends FillOptions, Asking {
  readonly schema: JsonObject
  readonly fill: (schema: unknown, place: Place) => Promise<Filled | undefined>
}

const MOST_STEPS = 20_000
const MOST_QUESTIONS = 400
const MOST_PLACES = 4_000
const MOST_NAME_WORDS = 6

/**
 * Fills the caller's schema from the sources by asking for each property. A value that no quote proves
 * is null or left out if the schema allows it; otherwise the call is refused.
 */
export async function fillSchema(
  schema: JsonObject,
  options: FillOptions,
): Promise<{ readonly content: JsonObject; readonly fields: readonly FieldEvidence[] }> {
  const filling = createFilling(schema, options)
  const filled = await filling.fill(schema, rootOf(options))
  if (!filled || !isJsonObject(filled.value) || filled.fields.length === 0) throw notMet()
  validateContent(schema, filled.value)
  return { content: filled.value, fields: filled.fields }
}

function createFilling(schema: JsonObject, options: FillOptions): Filling {
  const answers = new Map<string, Promise<readonly Candidate[]>>()
  let steps = 0
  const filling: Filling = {
    ...options,
    schema,
    topics: topicsOf(options.input, schema),
    async ask(question) {
      const key = `${question.subject?.name ?? ''}\n${question.text}`
      const known = answers.get(key)
      if (known !== undefined) return await known
      if (answers.size >= MOST_QUESTIONS) throw notMet()
      const answer = options.ask(question)
      answers.set(key, answer)
      return await answer
    },
    async fill(part, place) {
      for (const branch of branchesOf(schema, part)) {
        const [forced] = allowedValues(branch) ?? []
        if (forced !== undefined && isForced([branch], forced)) return { value: forced, fields: [] }
        for (const type of typesOf(branch)) {
          steps += 1
          if (steps > MOST_STEPS) throw notMet()
          const filled = await fillType(filling, { branch, type }, place)
          if (filled) return filled
        }
      }
      return undefined
    },
  }
  return filling
}

/** The one subject of the question, or the first of a ranking if only one is asked for. */
function rootOf({ subjects, ranking, isForOne }: FillOptions): Place {
  const entry =
    isForOne && subjects.length === 0 ? ranking?.entries[(ranking.place ?? 1) - 1] : undefined
  const [only] = subjects.length === 1 ? subjects : []
  const { title = '', documentId = 0 } = entry?.field.passage ?? {}
  const subject = entry ? { name: subjectOf(title), documentIds: [documentId] } : only
  return { pointer: '', names: [], subject, isSubject: subject !== undefined }
}

async function fillType(
  filling: Filling,
  { branch, type }: { branch: Branch; type: string },
  place: Place,
): Promise<Filled | undefined> {
  if (type === 'null') return { value: null, fields: [] }
  if (type === 'object') return await fillObject(filling, branch, place)
  if (type === 'array') return await fillList(filling, branch, place)
  return await fillLeaf(filling, { branch, type }, place)
}

/** Fills the properties in order, those that want sources last. */
async function fillObject(
  filling: Filling,
  branch: Branch,
  place: Place,
): Promise<Filled | undefined> {
  const { required } = branch
  const entries = Object.entries(propertiesOf(branch))
  const wantsSources = (name: string) => roleOf({ name: wordsOfName(name) }) === 'sources'
  const filled = new Map<string, Filled>()
  for (const [name, part] of entries.toSorted(
    ([one], [other]) => Number(wantsSources(one)) - Number(wantsSources(other)),
  )) {
    const at = await placeOf(filling, { name, part }, place)
    const evidence = [...filled.values()].flatMap(one => one.fields).flatMap(one => one.evidence)
    const value = wantsSources(name)
      ? fillSources(filling, branchesOf(filling.schema, part), { evidence, at: at.pointer })
      : await filling.fill(part, at)
    if (value) filled.set(name, value)
    else if (!Array.isArray(required) || required.includes(name)) return undefined
  }
  const names = entries.map(([name]) => name).filter(name => filled.has(name))
  return {
    value: Object.fromEntries(names.map(name => [name, filled.get(name)?.value])),
    fields: names.flatMap(name => filled.get(name)?.fields ?? []),
  }
}

/** A property's name or description may name the subject: `chile`, `chile_gdp`, "GDP of Chile". */
async function placeOf(
  { schema, subjects, subjectCalled }: Filling,
  { name, part }: { name: string; part: unknown },
  parent: Place,
): Promise<Place> {
  const branches = branchesOf(schema, part)
  const isObject = ofType(branches, 'object').length > 0
  const said = wordsOfName(name)
  const place: Place = {
    ...parent,
    pointer: pointer(parent.pointer, name),
    names: [...parent.names, name],
    isSubject: !isObject && parent.isSubject === true,
  }
  const called = subjects.find(one => keyOf(one.name) === keyOf(said))
  const isNameOnly = isObject || parent.names.length > 0
  if (called && isNameOnly)
    return { ...place, names: parent.names, subject: called, isSubject: isObject }
  if (isObject && said.split(' ').length <= MOST_NAME_WORDS) {
    const other = await subjectCalled(said)
    if (other) return { ...place, names: parent.names, subject: other, isSubject: true }
  }
  const inName = subjects.filter(one => ` ${keyOf(said)} `.includes(` ${keyOf(one.name)} `))
  const [own] = inName.length === 1 ? inName : []
  if (own) {
    const rest = ` ${keyOf(said)} `.replace(` ${keyOf(own.name)} `, ' ').trim()
    return { ...place, names: [...parent.names, rest], subject: own }
  }
  if (parent.subject) return place
  const described = branches.map(branch => keyOf(textOf(branch['description']))).join(' ')
  const told = subjects.filter(one => ` ${described} `.includes(` ${keyOf(one.name)} `))
  return { ...place, subject: told.length === 1 ? told[0] : undefined }
}

async function fillLeaf(
  filling: Filling,
  { branch, type }: { branch: Branch; type: string },
  place: Place,
): Promise<Filled | undefined> {
  const { subjects, ledger } = filling
  const allowed = allowedValues(branch)
  const format = textOf(branch['format'])
  const property = propertyOf(place.names, textOf(branch['description']) || textOf(branch['title']))
  const given = givenBy(filling, { branch, type, property }, place)
  if (given) return given
  // Nothing says which of several subjects is meant.
  if (!place.subject && subjects.length > 1) return undefined
  const asked = { subject: place.subject, wantsTruth: type === 'boolean' }
  for await (const candidate of askProperty(filling, property, asked)) {
    const read = readValue(candidate, { type, branch, property })
    if (!read) continue
    const leaf = { value: read.value, property, format, ...(allowed && { allowed }) }
    const proofs = proofsFor(candidate, read.quote, ledger)
    const proven = proveLeaf(leaf, proofs, { proofs: [], language: proofs[0]?.language ?? 'en' })
    if ('evidence' in proven) {
      return { value: read.value, fields: [{ pointer: place.pointer, evidence: proven.evidence }] }
    }
  }
  return undefined
}

function proofsFor({ passage, figure }: Candidate, quote: Candidate['quote'], ledger: Ledger) {
  if (!figure) return proofsOf([ledger.enter(passage, quote)])
  return proofsOf([], [{ text: '', evidence: figure.cite(ledger), computed: [figure.value] }]).map(
    proof => ({ ...proof, context: figure.isPercent ? `${proof.context} %` : proof.context }),
  )
}

/** A value that is known without a question: the summary, the subject's name, its rank. */
function givenBy(
  { summary, subjects }: Filling,
  { branch, type, property }: { branch: Branch; type: string; property: Property },
  { pointer: at, subject, isSubject, rank }: Place,
): Filled | undefined {
  const isFree = type === 'string' && !allowedValues(branch) && branch['format'] === undefined
  const role = roleOf(property)
  if (rank && role === 'rank' && (type === 'integer' || type === 'number')) {
    return { value: rank.position, fields: [{ pointer: at, evidence: rank.evidence }] }
  }
  if (isFree && role === 'summary' && (!subject || subjects.length < 2)) {
    const { maxLength } = branch
    const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
    const taken: (typeof summary)[number][] = []
    let length = 0
    for (const sentence of summary) {
      length += sentence.text.length + (taken.length > 0 ? 1 : 0)
      if (length > most) break
      taken.push(sentence)
    }
    if (taken.length === 0) return undefined
    const evidence = [...new Set(taken.flatMap(one => one.evidence))]
    return { value: taken.map(({ text }) => text).join(' '), fields: [{ pointer: at, evidence }] }
  }
  const isName = role === 'subject' && property.gist === '' && subject && isSubject
  return isFree && isName ? { value: subject.name, fields: [] } : undefined
}

/** The words of the input that the schema does not ask for. */
function topicsOf(input: string, schema: JsonObject): ReadonlySet<string> {
  const asked: string[] = []
  for (const { schema: part } of walkSchema(schema, { most: MOST_PLACES, withDefinitions: true })) {
    asked.push(...Object.keys(propertiesOf(part)).map(wordsOfName))
  }
  return contentStems(input.replace(REQUEST, '')).difference(contentStems(asked.join(' ')))
}

function keyOf(text: string): string {
  return words(text)
    .map(({ folded }) => folded)
    .join(' ')
}

import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { factPassage } from '../../facts/write-fact.ts'
import {
  type Alternative,
  createFill,
  type FilledPart,
  type MaybeFilled,
} from '../../shape/fill-parts.ts'
import { propertyOf, roleOf, wordsOfName } from '../../shape/property.ts'
import type { FieldEvidence } from '../../shape/prove-values.ts'
import {
  allowedValues,
  type Branch,
  branchesOf,
  ofType,
  propertiesOf,
  textOf,
  typesOf,
  walkSchema,
} from '../../shape/schema.ts'
import { notMet, validateContent } from '../../shape/validate.ts'
import { contentStems, words } from '../../text/words.ts'
import {
  askProperty,
  type Candidate,
  type Filling,
  type FillOptions,
  type Place,
} from './ask-property.ts'
import { fillList, REQUEST } from './fill-list.ts'
import { readLeaf, type Wanted } from './read-value.ts'

const MOST_QUESTIONS = 400
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
    fill: createFill<Place>(schema, {
      isLast: wantsSources,
      async property({ name, part }, parent, beside) {
        const place = await placeOf(filling, { name, part }, parent)
        if (!wantsSources(name)) return await filling.fill(part, place)
        const fields = [...beside.values()].flatMap(one => one.fields)
        const evidence = fields.flatMap(one => one.evidence)
        return fillSources(filling, branchesOf(schema, part), { evidence, at: place.pointer })
      },
      list: (branch, place) => fillList(filling, branch, place),
      leaf: (alternative, place) => fillLeaf(filling, alternative, place),
    }),
  }
  return filling
}

function wantsSources(name: string): boolean {
  return roleOf({ name: wordsOfName(name) }) === 'sources'
}

/** The one subject of the question, or the first of a ranking if only one is asked for. */
function rootOf({ subjects, list }: FillOptions): Place {
  const first = list?.isForOne && subjects.length === 0 ? list.facts[0] : undefined
  const [only] = subjects.length === 1 ? subjects : []
  const subject = first
    ? { name: first.subject.name, documentIds: [factPassage(first).documentId] }
    : only
  return { pointer: '', names: [], subject, isSubject: subject !== undefined }
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
  { branch, type }: Alternative,
  place: Place,
): Promise<MaybeFilled> {
  const property = propertyOf(place.names, textOf(branch['description']) || textOf(branch['title']))
  const wanted = { type, branch, property }
  const given = givenBy(filling, wanted, place)
  if (given) return given
  // Nothing says which of several subjects is meant.
  if (!place.subject && filling.subjects.length > 1) return undefined
  const asked = { subject: place.subject, wantsTruth: type === 'boolean' }
  for await (const candidate of askProperty(filling, property, asked)) {
    const filled = readLeaf(filling.ledger, candidate, wanted, place.pointer)
    if (filled) return filled
  }
  return undefined
}

/** A value that is known without a question: the summary, the subject's name, its rank. */
function givenBy(
  { summary, subjects }: Filling,
  { branch, type, property }: Wanted,
  { pointer: at, subject, isSubject, rank }: Place,
): MaybeFilled {
  const isFree = type === 'string' && !allowedValues(branch) && branch['format'] === undefined
  const role = roleOf(property)
  if (rank && role === 'rank' && (type === 'integer' || type === 'number')) {
    return { value: rank.position, fields: [{ pointer: at, evidence: rank.evidence }] }
  }
  if (isFree && role === 'summary' && (!subject || subjects.length < 2)) {
    const { maxLength } = branch
    const lengthOf = (count: number) => textOfFirst(summary, count).length
    let count = summary.length
    while (typeof maxLength === 'number' && lengthOf(count) > maxLength) count--
    if (count === 0) return undefined
    const evidence = [...new Set(summary.slice(0, count).flatMap(one => one.evidence))]
    return { value: textOfFirst(summary, count), fields: [{ pointer: at, evidence }] }
  }
  const isName = role === 'subject' && property.gist === '' && subject && isSubject
  return isFree && isName ? { value: subject.name, fields: [] } : undefined
}

function textOfFirst(summary: Filling['summary'], count: number): string {
  return summary
    .slice(0, count)
    .map(({ text }) => text)
    .join(' ')
}

/** The words of the input that the schema does not ask for. */
function topicsOf(input: string, schema: JsonObject): ReadonlySet<string> {
  const asked: string[] = []
  for (const { schema: part } of walkSchema(schema)) {
    asked.push(...Object.keys(propertiesOf(part)).map(wordsOfName))
  }
  return contentStems(input.replace(REQUEST, '')).difference(contentStems(asked.join(' ')))
}

function keyOf(text: string): string {
  return words(text)
    .map(({ folded }) => folded)
    .join(' ')
}

/** The pages that the values beside it rest on, or the summary: one address, a list, or objects. */
export function fillSources(
  { schema, summary }: Filling,
  branches: readonly Branch[],
  { evidence, at }: { evidence: readonly Evidence[]; at: string },
): MaybeFilled {
  const used = evidence.length > 0 ? evidence : summary.flatMap(one => one.evidence)
  const pages = [...Map.groupBy(used, ({ passage }) => passage.url).values()]
  const [first] = pages
  if (!first) return undefined
  if (branches.some(branch => typesOf(branch).includes('string'))) return page(first, at)
  const [list] = ofType(branches, 'array')
  const [object] = list ? ofType(branchesOf(schema, list['items']), 'object') : []
  const items = pages.map((own, index) => {
    const place = pointer(at, index)
    if (!object) return page(own, place)
    const parts = Object.keys(propertiesOf(object)).map(
      name => [name, page(own, pointer(place, name), name)] as const,
    )
    return {
      value: Object.fromEntries(parts.map(([name, part]) => [name, part.value])),
      fields: parts.flatMap(([, part]) => part.fields),
    }
  })
  const fields = items.flatMap(item => item.fields)
  return list && { value: items.map(({ value }) => value), fields }
}

/** The address of a page, or what a property of a source asks for instead. */
function page(evidence: readonly Evidence[], at: string, name = 'url'): FilledPart {
  const { url, title, publishedOn } = evidence[0]?.passage ?? {}
  const word = wordsOfName(name).split(' ').at(-1) ?? ''
  const value = /^(?:title|name)$/.test(word)
    ? title
    : /date|published/.test(word)
      ? publishedOn
      : url
  return { value: value ?? null, fields: value === undefined ? [] : [{ pointer: at, evidence }] }
}

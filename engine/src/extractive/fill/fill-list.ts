import type { JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { HeldValue } from '../../evidence/finding.ts'
import type { Passage } from '../../library/passage.ts'
import type { FilledPart, MaybeFilled } from '../../shape/fill-parts.ts'
import { askedStems, propertyOf, wordsOfName } from '../../shape/property.ts'
import {
  type Branch,
  branchesOf,
  itemLimits,
  ofType,
  propertiesOf,
  textOf,
  typesOf,
} from '../../shape/schema.ts'
import { tableRows } from '../../tables/document-tables.ts'
import type { CitedValue } from '../../tables/table.ts'
import { blocks } from '../../text/blocks.ts'
import { lines } from '../../text/sentences.ts'
import { contentStems } from '../../text/words.ts'
import { inRole, yearsHeld } from './ask-held.ts'
import { askProperty, type Filling, isAboutTopics, type Place, type RowOf } from './ask-property.ts'
import { subjectOf } from './look-up.ts'
import { splitList } from './read-value.ts'

const MOST_ITEMS = 100

/** Fills a list: one item for each subject of a query, row of a table, subject, or name in an answer. */
export async function fillList(
  filling: Filling,
  branch: Branch,
  place: Place,
): Promise<MaybeFilled> {
  const { items } = branch
  const [, most] = itemLimits(branch, MOST_ITEMS)
  for await (const places of placesFor(filling, branch, place)) {
    const list: FilledPart[] = []
    const wanted = places.slice(0, most)
    for (const [at, own] of wanted.entries()) {
      const filled = await filling.fill(items, { ...own, pointer: pointer(place.pointer, at) })
      if (!filled) break
      list.push(filled)
    }
    const fields = list.flatMap(one => one.fields)
    // Names of subjects alone would say that they are the answer.
    const isFilled = list.length === wanted.length && (fields.length > 0 || most === 0)
    if (isFilled) return { value: list.map(({ value }) => value), fields }
  }
  return undefined
}

/** The ways to list something, each with the places of its items. */
async function* placesFor(
  filling: Filling,
  branch: Branch,
  place: Place,
): AsyncGenerator<readonly Omit<Place, 'pointer'>[]> {
  const { list, records, subjects, schema } = filling
  const { names, subject, row, pages } = place
  if (row) return
  if (pages) return yield pages.map(page => ({ names, pages: [page] }))
  const itemBranches = branchesOf(schema, branch['items'])
  const [object] = ofType(itemBranches, 'object')
  if (list && !subject && subjects.length === 0 && names.length < 2) {
    yield list.values.map((value, at) => {
      const { evidence, year } = value
      const subject = subjectOf(value)
      const listed = { evidence, value, ...(list.list?.isRanked && { position: at + 1 }) }
      // The fiscal year that a company was listed by is that of its other figures.
      const when = subject.isCompany && year !== undefined ? { year } : {}
      return { names: [], subject, isSubject: true, listed, ...when }
    })
  }
  const properties = Object.entries(propertiesOf(object ?? {}))
  const held = subject ? undefined : inRole(filling, propertyOf(names, ''))
  if (held)
    yield held.names.map(name => {
      const own = held.values.filter(value => value.subject === name)
      const evidence = own.flatMap(value => value.evidence)
      return {
        names: [],
        subject: { name, documentIds: [] },
        isSubject: true,
        listed: { evidence },
      }
    })
  const [record, ...others] = records
  if (!object && record && others.length === 0 && /^years$/.test(wordsOfName(names.at(-1) ?? '')))
    yield placesByYear(record.values, { names: ['year'] })
  if (object && subject && properties.some(([name]) => isYearName(name))) {
    const measures = properties.filter(([name]) => !isYearName(name))
    const asked = measures.map(([name, part]) => propertyOf([name], descriptionOf(schema, part)))
    const years = await yearsHeld(filling, asked, subject)
    if (years.length > 0) yield placesByYear(years, { names: [], subject })
  }
  const asked = object ? properties.map(([name]) => name) : [names.at(-1) ?? '']
  const isRow = !object || properties.length > 1
  const tables = isRow ? await tablesFor(filling, asked, place) : []
  const [only] = tables
  if (only && tables.length === 1) yield only.map(cells => ({ names, row: cells }))
  if (object && !subject && subjects.length > 1) {
    // The list's name says what its items are, or else what `value` in them is of.
    const isTold = asked.every(
      name => askedStems(wordsOfName(name)).length > 0 || /name/i.test(name),
    )
    yield subjects.map(own => ({ names: isTold ? [] : names, subject: own, isSubject: true }))
  }
  const isText = ([, part]: readonly [string, unknown]) =>
    typesOf(branchesOf(schema, part)[0] ?? {}).includes('string')
  const texts = properties.filter(isText).length
  if (!isRow || texts > 1 || properties.length - texts > 1) return
  if (!subject && subjects.length > 1) return
  const property = propertyOf(names, textOf(branch['description']))
  for await (const candidate of askProperty(filling, property, { subject, wantsTruth: false })) {
    const { passage, quote, answer } = candidate
    const members = splitList(passage.text, answer) ?? []
    yield members.map(({ text, figure }) => {
      const cells: RowOf = ({ type }) => {
        const span = type === 'string' ? text : figure
        return span && { passage, quote, answer: span }
      }
      return { names, row: cells }
    })
  }
}

function placesByYear(
  values: readonly HeldValue[],
  place: Omit<Place, 'pointer'>,
): Omit<Place, 'pointer'>[] {
  return values.flatMap(({ year, evidence }) =>
    year === undefined ? [] : { ...place, year, listed: { evidence } },
  )
}

function isYearName(name: string): boolean {
  return /^(?:(?:fiscal|calendar) )?year$/.test(wordsOfName(name))
}

function descriptionOf(schema: JsonObject, part: unknown): string {
  return branchesOf(schema, part)
    .map(branch => textOf(branch['description']))
    .join(' ')
}

/** The rows of each table about the subject that has a column for each name. */
async function tablesFor(
  { input, subjects, topics, readDocuments }: Filling,
  asked: readonly string[],
  place: Place,
): Promise<RowOf[][]> {
  const own = place.subject ? [place.subject] : subjects
  const known = [...place.names.map(wordsOfName), ...own.map(({ name }) => name)]
  const isAbout = ({ passage }: RowTable) =>
    own.length > 0
      ? own.some(({ documentIds }) => documentIds.includes(passage.documentId))
      : isAboutTopics(topics, passage)
  return tablesIn(await readDocuments())
    .filter(table => isAbout(table) && wantsAll(input, table, known))
    .filter(table => asked.every(name => columnCalled(table, name) !== undefined))
    .map(table =>
      table.rows.map(cells => ({ name }) => {
        const column = columnCalled(table, name) ?? -1
        const answer = cells[column]
        if (!answer || answer.text === '') return undefined
        const { passage, start, end } = answer
        const line = lines(passage.text).find(one => one.start <= start && end <= one.end)
        return { passage, quote: line ?? answer, answer, label: table.header[column] ?? '' }
      }),
    )
}

/** A table whose first row names its columns and whose other rows are things of one kind. */
interface RowTable {
  readonly passage: Passage
  readonly header: readonly string[]
  readonly rows: readonly (readonly CitedValue[])[]
}

/** Verbs that open a request and say nothing about its topic. */
export const REQUEST =
  /^\s*(?:please\s+)?(?:list|give|show|tell|name|find|compare|describe|extract|return|provide|identify)\b(?:\s+(?:me|us)\b)?/i

function tablesIn(passages: readonly Passage[]): RowTable[] {
  return tableRows('', passages).flatMap(({ rows: [header = [], ...rows] }) => {
    const [first] = header
    const isFull = rows.length > 0 && rows.every(row => row.length === header.length)
    const names = header.map(({ text }) => text)
    return first && isFull ? [{ passage: first.passage, header: names, rows }] : []
  })
}

/** The column with that name, in singular or plural; undefined if none or several have it. */
function columnCalled({ header }: RowTable, name: string): number | undefined {
  const key = keyOf(name)
  const found = header.flatMap((text, at) => (keyOf(text) === key ? [at] : []))
  return key !== '' && found.length === 1 ? found[0] : undefined
}

/**
 * Whether the input asks for all rows of a table: each of its words is one of the table's surroundings.
 * A further word, such as "more than 8", may want only some.
 */
function wantsAll(input: string, { passage, header }: RowTable, names: readonly string[]): boolean {
  const { title, headings, text } = passage
  const own = blocks(text).flatMap(block => (block.kind === 'heading' ? [block.title] : []))
  const known = contentStems([title, ...headings, ...own, ...header, ...names].join(' '))
  return !/\d/.test(input) && askedStems(input.replace(REQUEST, '')).every(stem => known.has(stem))
}

function keyOf(name: string): string {
  return [...contentStems(wordsOfName(name))].toSorted().join(' ')
}

import { pointer } from '@footnote/contract/problem'
import { factPassage } from '../../facts/write-fact.ts'
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
import type { Span } from '../../text/span.ts'
import { contentStems } from '../../text/words.ts'
import {
  askProperty,
  type Candidate,
  type Filling,
  isAboutTopics,
  type Place,
} from './ask-property.ts'
import { readLeaf, splitList } from './read-value.ts'

const MOST_ITEMS = 100

/** Fills a list: one item for each subject of a query, row of a table, subject, or name in an answer. */
export async function fillList(
  filling: Filling,
  branch: Branch,
  place: Place,
): Promise<MaybeFilled> {
  const items = branch['items']
  const [, most] = itemLimits(branch, MOST_ITEMS)
  const list =
    (await ofFacts(filling, items, place)) ??
    (await ofTable(filling, items, place)) ??
    (await ofSubjects(filling, items, place)) ??
    (await ofAnswer(filling, { items, description: textOf(branch['description']) }, place))
  const taken = list?.slice(0, most)
  const fields = taken?.flatMap(one => one.fields) ?? []
  // Names of subjects alone would say that they are the answer.
  if (!taken || (taken.length > 0 && fields.length === 0)) return undefined
  return { value: taken.map(({ value }) => value), fields }
}

type Items = readonly FilledPart[] | undefined

async function ofFacts(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { list: asked, ledger, subjects } = filling
  if (!asked || place.subject || subjects.length > 0 || place.names.length > 1) return undefined
  const isText = ofType(branchesOf(filling.schema, items), 'object').length === 0
  return await eachOf(asked.facts, async (fact, at) => {
    const passage = factPassage(fact)
    const evidence = [ledger.enter(passage, { start: 0, end: passage.text.length })]
    const subject = { name: fact.subject.name, documentIds: [passage.documentId] }
    const rank = asked.isRanked ? { position: at + 1, evidence } : undefined
    const own = { pointer: pointer(place.pointer, at), names: [], subject, isSubject: true, rank }
    if (!isText) return await filling.fill(items, own)
    return { value: subject.name, fields: [{ pointer: own.pointer, evidence }] }
  })
}

async function ofSubjects(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { subjects, schema } = filling
  const [object] = ofType(branchesOf(schema, items), 'object')
  if (!object || place.subject || subjects.length < 2) return undefined
  // The list's name says what its items are, or else what `value` in them is of.
  const isTold = Object.keys(propertiesOf(object)).every(
    name => askedStems(wordsOfName(name)).length > 0 || /name/i.test(name),
  )
  const names = isTold ? [] : place.names
  return await eachOf(subjects, (subject, at) =>
    filling.fill(items, { pointer: pointer(place.pointer, at), names, subject, isSubject: true }),
  )
}

/** The rows of the one table that has a column for each property, or the column called like the list. */
async function ofTable(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { input, subjects, topics, readDocuments } = filling
  const own = place.subject ? [place.subject] : subjects
  const names = [...place.names.map(wordsOfName), ...own.map(({ name }) => name)]
  const isAbout = ({ passage }: RowTable) =>
    own.length > 0
      ? own.some(({ documentIds }) => documentIds.includes(passage.documentId))
      : isAboutTopics(topics, passage)
  const lists = tablesIn(await readDocuments())
    .filter(table => isAbout(table) && wantsAll(input, table, names))
    .flatMap(table => {
      const cellsOf = table.rows.map(
        (row): CellOf =>
          ({ name }) => {
            const column = columnCalled(table, name) ?? -1
            const answer = row[column]
            const label = table.header[column] ?? ''
            return answer && { passage: answer.passage, quote: lineAround(answer), answer, label }
          },
      )
      const rows = fillRows(filling, { items, cellsOf }, place)
      return rows ? [rows] : []
    })
  return lists.length === 1 ? lists[0] : undefined
}

/** The members of a field such as `Burma 238 km, Cambodia 555 km`, or of a phrase that lists names. */
async function ofAnswer(
  filling: Filling,
  { items, description }: { items: unknown; description: string },
  place: Place,
): Promise<Items> {
  const { subject } = place
  if (!subject && filling.subjects.length > 1) return undefined
  const property = propertyOf(place.names, description)
  for await (const candidate of askProperty(filling, property, { subject, wantsTruth: false })) {
    const { passage, quote, answer } = candidate
    const list = splitList(passage.text, answer)
    const cellsOf = list?.map(
      ({ text, figure }): CellOf =>
        ({ type, isAlone }) => {
          const span = type === 'string' ? text : figure
          return span && isAlone ? { passage, quote, answer: span } : undefined
        },
    )
    const rows = cellsOf && fillRows(filling, { items, cellsOf }, place)
    if (rows) return rows
  }
  return undefined
}

interface Column {
  readonly name: string
  readonly type: string
  /** Whether no other column is of its kind, text or number. */
  readonly isAlone: boolean
}

/** Returns a row's candidate for a column. */
type CellOf = (column: Column) => Candidate | undefined

/** Fills an item from the cells of each row; undefined if a row lacks a value. */
function fillRows(
  filling: Filling,
  { items, cellsOf }: { items: unknown; cellsOf: readonly CellOf[] },
  place: Place,
): Items {
  const [branch = {}] = branchesOf(filling.schema, items)
  const properties = Object.entries(propertiesOf(branch))
  const isText = (part: unknown) =>
    typesOf(branchesOf(filling.schema, part)[0] ?? {}).includes('string')
  const listed = cellsOf.map((cellOf, at) => {
    const own = pointer(place.pointer, at)
    const name = place.names.at(-1) ?? ''
    if (properties.length === 0)
      return fillCell(filling, items, { cellOf, name, isAlone: true }, own)
    const cells = properties.map(([key, part]) => {
      const isAlone = properties.filter(([, other]) => isText(other) === isText(part)).length === 1
      return [
        key,
        fillCell(filling, part, { cellOf, name: key, isAlone }, pointer(own, key)),
      ] as const
    })
    if (properties.length < 2 || cells.some(([, cell]) => !cell)) return undefined
    return {
      value: Object.fromEntries(cells.map(([key, cell]) => [key, cell?.value])),
      fields: cells.flatMap(([, cell]) => cell?.fields ?? []),
    }
  })
  return listed.length > 0 && listed.every(item => item !== undefined) ? listed : undefined
}

function fillCell(
  filling: Filling,
  part: unknown,
  { cellOf, name, isAlone }: { cellOf: CellOf; name: string; isAlone: boolean },
  at: string,
): MaybeFilled {
  for (const branch of branchesOf(filling.schema, part)) {
    for (const type of typesOf(branch)) {
      const candidate = cellOf({ name, type, isAlone })
      const isEmpty = candidate && candidate.answer.start === candidate.answer.end
      if (type === 'null' && isEmpty) return { value: null, fields: [] }
      const wanted = { type, branch, property: propertyOf([name], '') }
      const filled = candidate && !isEmpty && readLeaf(filling.ledger, candidate, wanted, at)
      if (filled) return filled
    }
  }
  return undefined
}

/** All of them in order, or nothing if one cannot be filled. */
async function eachOf<One>(
  all: readonly One[],
  fill: (one: One, at: number) => Promise<MaybeFilled>,
): Promise<Items> {
  const list: FilledPart[] = []
  for (const [at, one] of all.entries()) {
    const filled = await fill(one, at)
    if (!filled) return undefined
    list.push(filled)
  }
  return list
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

/** The line that a cell is in. */
function lineAround({ passage: { text }, start, end }: CitedValue): Span {
  return lines(text).find(one => one.start <= start && end <= one.end) ?? { start, end }
}

function keyOf(name: string): string {
  return [...contentStems(wordsOfName(name))].toSorted().join(' ')
}

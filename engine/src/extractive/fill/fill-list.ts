import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { subjectOf } from '../../library/subject-of.ts'
import { proofsOf } from '../../shape/proof.ts'
import { askedStems, propertyOf, wordsOfName } from '../../shape/property.ts'
import { chooseValue, readTruth } from '../../shape/prove-choice.ts'
import { proveLeaf } from '../../shape/prove-leaf.ts'
import {
  allowedValues,
  type Branch,
  branchesOf,
  itemLimits,
  ofType,
  propertiesOf,
  textOf,
  typesOf,
} from '../../shape/read-schema.ts'
import { askProperty, isAboutTopics } from './ask-property.ts'
import type { Filled, Filling, Place } from './fill.ts'
import { readValue } from './read-value.ts'
import { type ListItem, splitList } from './split-list.ts'
import { columnCalled, type Row, type RowTable, tablesIn, wantsAll } from './table-rows.ts'

const MOST_ITEMS = 100

/** Fills a list: one item for each entry of a ranking, row of a table, subject, or name in an answer. */
export async function fillList(
  filling: Filling,
  branch: Branch,
  place: Place,
): Promise<Filled | undefined> {
  const items = branch['items']
  const [, most] = itemLimits(branch, MOST_ITEMS)
  const list =
    (await ofRanking(filling, items, place)) ??
    (await ofTable(filling, items, place)) ??
    (await ofSubjects(filling, items, place)) ??
    (await ofAnswer(filling, { branch, items }, place))
  const taken = list?.slice(0, most)
  const fields = taken?.flatMap(one => one.fields) ?? []
  // Names of subjects alone would say that they are the answer.
  if (!taken || (taken.length > 0 && fields.length === 0)) return undefined
  return { value: taken.map(({ value }) => value), fields }
}

type Items = readonly Filled[] | undefined

async function ofRanking(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { ranking, ledger, subjects } = filling
  if (!ranking || place.subject || subjects.length > 0 || place.names.length > 1) return undefined
  const isText = ofType(branchesOf(filling.schema, items), 'object').length === 0
  const list: Filled[] = []
  for (const [at, { field, scope }] of ranking.entries.entries()) {
    const { passage } = field
    const evidence = [field, ...(scope ? [scope] : [])].map(one =>
      ledger.enter(one.passage, one.span),
    )
    const subject = { name: subjectOf(passage.title), documentIds: [passage.documentId] }
    const rank = ranking.quality ? undefined : { position: at + 1, evidence }
    const own = { pointer: pointer(place.pointer, at), names: [], subject, isSubject: true, rank }
    const item = isText
      ? { value: subject.name, fields: [{ pointer: own.pointer, evidence }] }
      : await filling.fill(items, own)
    if (!item) return undefined
    list.push(item)
  }
  return list
}

async function ofSubjects(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { subjects, schema } = filling
  const [object] = ofType(branchesOf(schema, items), 'object')
  if (!object || place.subject || subjects.length < 2) return undefined
  // The list's name says what its items are, or else what `value` in them is of.
  const isTold = Object.keys(propertiesOf(object)).every(
    name => askedStems(wordsOfName(name)).length > 0 || /name/i.test(name),
  )
  const list: Filled[] = []
  for (const [at, subject] of subjects.entries()) {
    const names = isTold ? [] : place.names
    const own = { pointer: pointer(place.pointer, at), names, subject, isSubject: true }
    const item = await filling.fill(items, own)
    if (!item) return undefined
    list.push(item)
  }
  return list
}

/** The rows of the one table that has a column for each property, or the column called like the list. */
async function ofTable(filling: Filling, items: unknown, place: Place): Promise<Items> {
  const { input, subjects, topics, readDocuments } = filling
  const own = place.subject ? [place.subject] : subjects
  const names = [...place.names.map(wordsOfName), ...own.map(({ name }) => name)]
  const lists = tablesIn(await readDocuments())
    .filter(({ passage }) =>
      own.length > 0
        ? own.some(({ documentIds }) => documentIds.includes(passage.documentId))
        : isAboutTopics(topics, passage),
    )
    .filter(table => wantsAll(input, table, names))
    .flatMap(table => {
      const rows = branchesOf(filling.schema, items).map(branch =>
        rowsOf(filling, { branch, table }, place),
      )
      return [rows.find(one => one !== undefined) ?? []].filter(one => one.length > 0)
    })
  return lists.length === 1 ? lists[0] : undefined
}

function rowsOf(
  filling: Filling,
  { branch, table }: { branch: Branch; table: RowTable },
  place: Place,
): Items {
  const properties = Object.entries(propertiesOf(branch))
  if (properties.length === 0) {
    const column = columnCalled(table, place.names.at(-1) ?? '')
    if (column === undefined) return undefined
    const cells = table.rows.map((row, at) =>
      cellOf(filling, { part: branch, row, table, column }, pointer(place.pointer, at)),
    )
    return cells.every(cell => cell !== undefined) ? cells : undefined
  }
  if (properties.length < 2) return undefined
  const rows = table.rows.map((row, at) => {
    const cells = properties.map(([name, part]) => {
      const column = columnCalled(table, name)
      const own = pointer(pointer(place.pointer, at), name)
      const cell =
        column === undefined ? undefined : cellOf(filling, { part, row, table, column }, own)
      return [name, cell] as const
    })
    return cells.every(([, cell]) => cell !== undefined)
      ? {
          value: Object.fromEntries(cells.map(([name, cell]) => [name, cell?.value])),
          fields: cells.flatMap(([, cell]) => cell?.fields ?? []),
        }
      : undefined
  })
  return rows.every(row => row !== undefined) ? rows : undefined
}

function cellOf(
  { schema, ledger }: Filling,
  { part, row, table, column }: { part: unknown; row: Row; table: RowTable; column: number },
  at: string,
): Filled | undefined {
  const { passage, cells, line } = row
  const cell = cells[column]
  const label = table.header[column] ?? ''
  if (!cell) return undefined
  for (const branch of branchesOf(schema, part)) {
    const property = propertyOf([label], '')
    for (const type of typesOf(branch)) {
      if (type === 'null' && cell.text === '') return { value: null, fields: [] }
      if (cell.text === '') continue
      const candidate = { passage, quote: cell, answer: cell, label }
      const value =
        type === 'boolean'
          ? readTruth(`${label}: ${cell.text}`, label)
          : readValue(candidate, { type, branch, property })?.value
      if (value === undefined) continue
      return { value, fields: [{ pointer: at, evidence: [ledger.enter(passage, line)] }] }
    }
  }
  return undefined
}

/** The members of a field such as `Burma 238 km, Cambodia 555 km`, or of a phrase that lists names. */
async function ofAnswer(
  filling: Filling,
  { branch, items }: { branch: Branch; items: unknown },
  place: Place,
): Promise<Items> {
  const { subject } = place
  if (!subject && filling.subjects.length > 1) return undefined
  const property = propertyOf(place.names, textOf(branch['description']))
  for await (const candidate of askProperty(filling, property, { subject, wantsTruth: false })) {
    const { passage, quote, answer, figure } = candidate
    const list = figure ? undefined : splitList(passage.text.slice(answer.start, answer.end))
    const evidence = [filling.ledger.enter(passage, quote)]
    const filled = list?.map((item, at) =>
      itemOf(filling, { items, item, evidence }, pointer(place.pointer, at)),
    )
    if (filled?.every(item => item !== undefined)) return filled
  }
  return undefined
}

function itemOf(
  { schema }: Filling,
  { items, item, evidence }: { items: unknown; item: ListItem; evidence: readonly Evidence[] },
  at: string,
): Filled | undefined {
  for (const branch of branchesOf(schema, items)) {
    for (const type of typesOf(branch)) {
      const filled =
        type === 'object'
          ? objectOf(schema, { branch, item, evidence }, at)
          : scalarOf({ branch, type, item, evidence }, at)
      if (filled) return filled
    }
  }
  return undefined
}

/** A name and its figure fill an object with one text and one number. */
function objectOf(
  schema: Filling['schema'],
  { branch, item, evidence }: { branch: Branch; item: ListItem; evidence: readonly Evidence[] },
  at: string,
): Filled | undefined {
  const parts = Object.entries(propertiesOf(branch)).map(([name, part]) => {
    const [own = {}] = branchesOf(schema, part)
    const [type = 'string'] = typesOf(own)
    return {
      name,
      type,
      filled: scalarOf({ branch: own, type, item, evidence }, pointer(at, name)),
    }
  })
  const isEachOnce = new Set(parts.map(({ type }) => type === 'string')).size === parts.length
  if (parts.length === 0 || !isEachOnce || parts.some(({ filled }) => !filled)) return undefined
  return {
    value: Object.fromEntries(parts.map(({ name, filled }) => [name, filled?.value])),
    fields: parts.flatMap(({ filled }) => filled?.fields ?? []),
  }
}

function scalarOf(
  {
    branch,
    type,
    item,
    evidence,
  }: { branch: Branch; type: string; item: ListItem; evidence: readonly Evidence[] },
  at: string,
): Filled | undefined {
  const { text, quantity } = item
  const allowed = allowedValues(branch)
  const number =
    type === 'integer' && !Number.isInteger(quantity?.value) ? undefined : quantity?.value
  const value = allowed ? chooseValue(allowed, text) : type === 'string' ? text : number
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const leaf = {
    value,
    property: propertyOf([], ''),
    format: textOf(branch['format']),
    ...(allowed && { allowed: [value] }),
  }
  const proofs = proofsOf(evidence)
  const proven = proveLeaf(leaf, proofs, { proofs: [], language: proofs[0]?.language ?? 'en' })
  return 'evidence' in proven
    ? { value, fields: [{ pointer: at, evidence: proven.evidence }] }
    : undefined
}

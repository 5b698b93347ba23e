import { pointer } from '@footnote/contract/problem'
import { factPassage } from '../../facts/write-fact.ts'
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
import { askProperty, type Filling, type Place, type RowOf } from './ask-property.ts'
import { splitList } from './read-value.ts'

const MOST_ITEMS = 100

/** Fills a list: one item for each subject of a query, subject, or name in an answer. */
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
  const { list, ledger, subjects, schema } = filling
  const { names, subject, pages } = place
  if (place.row) return
  if (pages) return yield pages.map(page => ({ names, pages: [page] }))
  const itemBranches = branchesOf(schema, branch['items'])
  const [object] = ofType(itemBranches, 'object')
  if (list && !subject && subjects.length === 0 && names.length < 2) {
    yield list.facts.map((fact, at) => {
      const passage = factPassage(fact)
      const evidence = [ledger.enter(passage, { start: 0, end: passage.text.length })]
      const own = { name: fact.subject.name, documentIds: [passage.documentId] }
      const listed = { evidence, ...(list.isRanked && { position: at + 1 }) }
      return { names: [], subject: own, isSubject: true, listed }
    })
  }
  const properties = Object.entries(propertiesOf(object ?? {}))
  if (object && !subject && subjects.length > 1) {
    // The list's name says what its items are, or else what `value` in them is of.
    const isTold = properties.every(
      ([name]) => askedStems(wordsOfName(name)).length > 0 || /name/i.test(name),
    )
    yield subjects.map(own => ({ names: isTold ? [] : names, subject: own, isSubject: true }))
  }
  const isText = ([, part]: readonly [string, unknown]) =>
    typesOf(branchesOf(schema, part)[0] ?? {}).includes('string')
  const texts = properties.filter(isText).length
  if (properties.length === 1 || texts > 1 || properties.length - texts > 1) return
  if (!subject && subjects.length > 1) return
  const property = propertyOf(names, textOf(branch['description']))
  for await (const candidate of askProperty(filling, property, { subject, wantsTruth: false })) {
    const { passage, quote, answer } = candidate
    const members = splitList(passage.text, answer) ?? []
    yield members.map(({ text, figure }) => {
      const row: RowOf = type => {
        const span = type === 'string' ? text : figure
        return span && { passage, quote, answer: span }
      }
      return { names, row }
    })
  }
}

/** Verbs that open a request and say nothing about its topic. */
export const REQUEST =
  /^\s*(?:please\s+)?(?:list|give|show|tell|name|find|compare|describe|extract|return|provide|identify)\b(?:\s+(?:me|us)\b)?/i

import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { wordsOfName } from '../../shape/property.ts'
import {
  allowNull,
  type Branch,
  branchesOf,
  itemLimits,
  ofType,
  propertiesOf,
  typesOf,
} from '../../shape/read-schema.ts'
import type { Filled, Filling } from './fill.ts'

const MOST_SOURCES = 100

/** The pages that the values beside it rest on, or the summary: one address, a list, or objects. */
export function fillSources(
  { schema, summary }: Filling,
  branches: readonly Branch[],
  { evidence, at }: { evidence: readonly Evidence[]; at: string },
): Filled | undefined {
  const used = evidence.length > 0 ? evidence : summary.flatMap(one => one.evidence)
  const pages = Map.groupBy(used, ({ passage }) => passage.url)
  const [first] = pages
  if (!first) return undefined
  if (branches.some(branch => typesOf(branch).includes('string'))) {
    return { value: first[0], fields: [{ pointer: at, evidence: first[1] }] }
  }
  const [list] = ofType(branches, 'array')
  if (!list) return undefined
  const [, most] = itemLimits(list, MOST_SOURCES)
  const items = [...pages].slice(0, most).map(([url, own], index) => {
    const place = pointer(at, index)
    const [object] = ofType(branchesOf(schema, list['items']), 'object')
    if (!object) return { value: url, fields: [{ pointer: place, evidence: own }] }
    const entries = Object.entries(propertiesOf(object)).map(([name, part]) => {
      const value = describe(name, own)
      return [name, value ?? (allowNull(branchesOf(schema, part)) ? null : undefined)] as const
    })
    return entries.some(([, value]) => value === undefined)
      ? undefined
      : {
          value: Object.fromEntries(entries),
          fields: entries.flatMap(([name, value]) =>
            value === null ? [] : [{ pointer: pointer(place, name), evidence: own }],
          ),
        }
  })
  if (items.some(item => item === undefined)) return undefined
  return {
    value: items.map(item => item?.value),
    fields: items.flatMap(item => item?.fields ?? []),
  }
}

function describe(name: string, [entry]: readonly Evidence[]): string | undefined {
  const { url, title, publishedOn } = entry?.passage ?? {}
  const word = wordsOfName(name).split(' ').at(-1) ?? ''
  if (/^(?:url|uri|link|address|source)$/.test(word)) return url
  if (/^(?:title|name)$/.test(word)) return title
  if (/^(?:date|published)$/.test(word)) return publishedOn
  return /^(?:quote|excerpt|snippet)$/.test(word) ? entry?.quote : undefined
}

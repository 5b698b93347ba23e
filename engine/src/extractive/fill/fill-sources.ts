import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { wordsOfName } from '../../shape/property.ts'
import { type Branch, branchesOf, ofType, propertiesOf, typesOf } from '../../shape/schema.ts'
import type { Filled, Filling } from './ask-property.ts'

/** The pages that the values beside it rest on, or the summary: one address, a list, or objects. */
export function fillSources(
  { schema, summary }: Filling,
  branches: readonly Branch[],
  { evidence, at }: { evidence: readonly Evidence[]; at: string },
): Filled | undefined {
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
function page(evidence: readonly Evidence[], at: string, name = 'url'): Filled {
  const { url, title, publishedOn } = evidence[0]?.passage ?? {}
  const word = wordsOfName(name).split(' ').at(-1) ?? ''
  const value = /^(?:title|name)$/.test(word)
    ? title
    : /date|published/.test(word)
      ? publishedOn
      : url
  return { value: value ?? null, fields: value === undefined ? [] : [{ pointer: at, evidence }] }
}

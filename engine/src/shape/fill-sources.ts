import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { Passage } from '../library/passage.ts'
import { type Cite, type Filled, type Filling, unsupported } from './filling.ts'
import { wordsOfName } from './property-words.ts'
import { branchesOf, readSchema, typesOf } from './read-schema.ts'

/** What a source can tell of itself, by the last word of a property's name. */
const OF_SOURCE: Readonly<Record<string, (passage: Passage) => string | undefined>> = {
  url: ({ url }) => url,
  uri: ({ url }) => url,
  link: ({ url }) => url,
  title: ({ title }) => title,
  name: ({ title }) => title,
  date: ({ publishedOn }) => publishedOn,
  published: ({ publishedOn }) => publishedOn,
}

/** The pages that the values beside it rest on; of the whole result, those of its summary too. */
export function fillSources(
  filling: Filling,
  schema: JsonObject,
  { cites }: { cites: readonly Cite[] },
): Filled {
  const used = cites.length > 0 ? cites : summaryCites(filling.summary)
  const pages = [...new Map(used.map(({ passage }) => [passage.url, passage])).values()]
  const [first] = pages
  if (!first) throw unsupported()
  for (const branch of branchesOf(filling.schema, schema)) {
    const types = typesOf(branch)
    if (types.includes('string')) return { value: first.url, cites: used }
    if (!types.includes('array')) continue
    const items = readSchema(filling.schema, branch['items'])
    const value = pages.map(page => describe(filling, items, page))
    return { value, cites: used }
  }
  throw unsupported()
}

/** What sentences of the summary rest on. */
export function summaryCites(statements: Filling['summary']): Cite[] {
  return statements.flatMap(({ evidence }) =>
    evidence.map(entry => ({ passage: entry.passage, enter: () => [entry] })),
  )
}

function describe(filling: Filling, schema: JsonObject, page: Passage): unknown {
  const { properties } = schema
  if (!isJsonObject(properties)) return page.url
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      filling.spend()
      const word = wordsOfName(name).split(' ').at(-1) ?? ''
      const value = Object.hasOwn(OF_SOURCE, word) ? OF_SOURCE[word]?.(page) : undefined
      if (value !== undefined) return [name, value]
      const branches = branchesOf(filling.schema, readSchema(filling.schema, property))
      if (branches.some(branch => typesOf(branch).includes('null'))) return [name, null]
      throw unsupported()
    }),
  )
}

import { limits } from '@footnote/contract/limits'
import {
  type Operation,
  operationEntries,
  operationGroup,
  operations,
} from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { usdText } from '@footnote/contract/usd-text'
import { describe, expect, it } from 'vitest'
import { describeTools, findTool, tools } from './tools.ts'

const listed = describeTools()
const find = (name: string) => listed.find(tool => tool.name === `footnote_${name}`)

it('the tools cover every operation that takes a key, except for webhooks', () => {
  const needed = operationEntries().filter(([, operation]) => isForAgents(operation))
  const sent = new Set(Object.values(tools).flatMap(tool => [...tool.operations]))
  expect([...sent].sort()).toEqual(needed.map(([name]) => name).sort())
})

describe.each(operationEntries().filter(([, { isPaid }]) => isPaid))('%s', (name, operation) => {
  it('takes what the API takes, but for where it runs', () => {
    const { background: _, ...known } = propertiesOf(operation)
    const given = find(name)?.inputSchema['properties'] as Record<string, object>
    expect(Object.keys(given)).toEqual(Object.keys(known))
    // Limits and words are the contract's; only formats of our own are left to the API.
    for (const [field, schema] of Object.entries(known)) {
      expect(withoutFormats(given[field])).toEqual(withoutFormats(schema))
    }
  })

  it('names every price', () => {
    for (const { costUnits, effort } of prices.filter(({ tool }) => tool === name)) {
      expect(find(name)?.description).toContain(`${effort ?? ''} ${usdText(costUnits)} USD`.trim())
    }
  })
})

it('the limits on what is asked are in the schemas', () => {
  expect(find('answer')?.inputSchema).toMatchObject({
    properties: {
      query: { maxLength: limits.queryCharacters },
      include_domains: { maxItems: limits.domainsPerList },
    },
  })
  expect(JSON.stringify(listed)).not.toMatch(/"format":"(text|domain|freshness|country-code)"/)
})

it('what costs money says so in its annotations', () => {
  for (const { name, annotations } of listed) {
    const about: Operation = operations[tools[findTool(name) ?? 'answer'].operations[0]]
    const isPaid = about.isPaid === true
    expect(annotations).toMatchObject({ readOnlyHint: !isPaid, idempotentHint: !isPaid })
  }
})

it('the list is short, since clients give it to the model with every request', () => {
  expect(JSON.stringify({ tools: listed }).length).toBeLessThan(12_000)
})

it('finds a tool by its listed name and by the name that clients used before', () => {
  for (const name of Object.keys(tools)) {
    expect(findTool(`footnote_${name}`)).toBe(name)
    expect(findTool(name)).toBe(name)
  }
  for (const name of ['toString', 'footnote_', 'footnote_footnote_answer']) {
    expect(findTool(name)).toBeUndefined()
  }
})

/** Webhooks are set up by people and programs, not by models that read foreign pages. */
function isForAgents(operation: Operation): boolean {
  return operation.authenticated && operationGroup(operation) !== 'Webhooks'
}

function propertiesOf({ request }: Operation): Record<string, object> {
  const { properties = {} } = (request?.schema ?? {}) as { properties?: Record<string, object> }
  return properties
}

/** Without `format`, and without the type that an enumeration is given. */
function withoutFormats(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { format: _, ...rest } = value
    if ('enum' in rest) delete rest.type
    return rest
  })
}

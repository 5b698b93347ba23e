import { describe, expect, it } from 'vitest'
import { requestSchemas } from './requests.ts'
import { effortsOf, TOOLS, toolEntry } from './tools.ts'

interface Schema {
  readonly properties: Readonly<Record<string, Partial<Schema> & { maxLength?: number }>>
  readonly required?: readonly string[]
}

describe.each(TOOLS)('the entry of %s', tool => {
  const { question, sources, defaultEffort, ...entry } = toolEntry(tool)
  const { properties, required } = requestSchemas[tool] as unknown as Schema

  it('names the only required field of the request, with its limit', () => {
    expect(required).toEqual([question.field])
    expect(properties[question.field]?.maxLength).toBe(question.mostCharacters)
  })

  it('says which optional fields the request takes', () => {
    expect('output_schema' in properties).toBe(entry.takesSchema)
    expect('background' in properties).toBe(entry.takesBackground)
    expect('language' in properties && 'safesearch' in properties).toBe(entry.takesSearchOptions)
    expect('include_domains' in properties).toBe(sources === 'body')
    expect('source_control' in properties).toBe(sources === 'source_control')
    expect('research_effort' in properties).toBe(defaultEffort !== null)
  })

  it('has a default effort if it has efforts, and one of them', () => {
    const efforts: readonly (string | null)[] = effortsOf(tool)
    expect(efforts.length === 0 ? [null] : efforts).toContain(defaultEffort)
  })

  it('lets only tools with background tasks leave out a time limit', () => {
    const hasTasks = entry.calls.some(({ timeLimit }) => timeLimit === undefined)
    expect(hasTasks && !entry.takesBackground).toBe(false)
  })
})

it('gives each tool its own name, path, page, command and method', () => {
  for (const field of ['name', 'path', 'page', 'command', 'method'] as const) {
    expect(new Set(TOOLS.map(tool => toolEntry(tool)[field])).size).toBe(TOOLS.length)
  }
})

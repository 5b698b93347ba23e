import { limits } from '@footnote/contract/limits'
import { answerRules, researchRules } from '@footnote/contract/request-rules'
import { expect, test } from 'vitest'
import { SCHEMA_EXAMPLES } from '../schema/schema-examples.ts'
import { isTask } from '../tool-request.ts'
import { characterNote } from './count-characters.ts'
import { findDraftFaults, sizeFault } from './find-draft-faults.ts'
import { toRequest } from './to-request.ts'
import { emptyDraft, NO_SOURCES } from './tool-draft.ts'

test('sends only question and effort for an untouched form', () => {
  const asked = (tool: Parameters<typeof emptyDraft>[0]) =>
    toRequest(tool, { ...emptyDraft(tool), question: ' Why? ' })
  expect(asked('answer')).toEqual({ tool: 'answer', body: { query: ' Why? ' } })
  expect(asked('research').body).toEqual({ input: ' Why? ', research_effort: 'standard' })
  expect(asked('finance_research').body).toEqual({ input: ' Why? ', research_effort: 'deep' })
})

test('sends every choice in the field of the contract', () => {
  const sources = {
    ...NO_SOURCES,
    domains: { include: [], exclude: ['example.org'], boost: ['gov'] },
    freshness: 'range',
    since: '2026-01-01',
    until: '2026-02-01',
    country: 'CH',
    language: 'DE',
    safesearch: 'strict',
  }
  const draft = { ...emptyDraft('research'), question: 'Why?', sources }
  const controls = {
    exclude_domains: ['example.org'],
    boost_domains: ['gov'],
    freshness: '2026-01-01to2026-02-01',
    country: 'CH',
  }
  const answer = toRequest('answer', draft).body
  expect(answer).toEqual({ query: 'Why?', ...controls, language: 'DE', safesearch: 'strict' })
  expect(answerRules({ ...answer })).toEqual([])
  const [{ text: schemaText }] = SCHEMA_EXAMPLES
  const full = { ...draft, isBackground: true, hasSchema: true, schemaText }
  const research = toRequest('research', full).body
  expect(research).toEqual({
    input: 'Why?',
    research_effort: 'standard',
    source_control: controls,
    background: true,
    output_schema: JSON.parse(schemaText),
  })
  expect(researchRules({ ...research })).toEqual([])
  expect(toRequest('research', { ...full, effort: 'lite' }).body).not.toHaveProperty(
    'output_schema',
  )
  expect(toRequest('research', { ...full, effort: 'deep' }).body).not.toHaveProperty('background')
})

test('predicts background tasks as the API decides them', () => {
  const of = (effort: 'lite' | 'standard' | 'deep', isBackground: boolean) =>
    isTask(toRequest('research', { ...emptyDraft('research'), effort, isBackground }))
  expect([of('lite', false), of('standard', false)]).toEqual([false, false])
  expect([of('lite', true), of('deep', false)]).toEqual([true, true])
  expect(isTask({ tool: 'research', body: { input: 'Why?' } })).toBe(false)
  expect(isTask(toRequest('finance_research', emptyDraft('finance_research')))).toBe(false)
})

test('finds problems before sending', () => {
  const draft = { ...emptyDraft('answer'), question: '\u2003\n' }
  expect(findDraftFaults('answer', draft)).toEqual({ question: 'Enter a question.' })
  const long = { ...draft, question: '🔑'.repeat(400) }
  expect(findDraftFaults('answer', long)).toEqual({})
  expect(findDraftFaults('answer', { ...long, question: `${long.question}!` })).toHaveProperty(
    'question',
  )
  const sources = { ...NO_SOURCES, freshness: 'range', since: '2026-02-01', until: '2026-01-01' }
  expect(findDraftFaults('answer', { ...long, sources })).toHaveProperty('freshness')
  const schema = { ...emptyDraft('research'), question: 'Why?', hasSchema: true, schemaText: '{' }
  expect(findDraftFaults('research', schema)).toHaveProperty('schema')
  expect(findDraftFaults('research', { ...schema, effort: 'lite' })).toEqual({})
})

test('counts characters as the contract does, and only near the limit', () => {
  expect(characterNote('🔑'.repeat(300), 400)).toBeUndefined()
  expect(characterNote('🔑'.repeat(400), 400)).toBe('400 of 400 characters')
  expect(characterNote('a'.repeat(402), 400)).toBe('402 of 400 characters: 2 too many')
})

test('reports a request that is too large with its size in bytes', () => {
  const input = '€'.repeat(limits.inputCharacters)
  const asked = (length: number) =>
    sizeFault({ tool: 'research', body: { input, output_schema: { title: 'a'.repeat(length) } } })
  const rest = new TextEncoder().encode(JSON.stringify({ input, output_schema: { title: '' } }))
  expect(asked(limits.bodyBytes - rest.length)).toBeUndefined()
  expect(asked(limits.bodyBytes - rest.length + 1)).toContain(
    'is 180,001 bytes; the limit is 180,000',
  )
})

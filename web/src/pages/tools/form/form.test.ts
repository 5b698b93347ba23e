import { limits } from '@footnote/contract/limits'
import { answerRules, researchRules } from '@footnote/contract/request-rules'
import { expect, test } from 'vitest'
import { SCHEMA_EXAMPLES } from '../schema/schema-examples.ts'
import { isTask } from '../tool-request.ts'
import { characterNote } from './count-characters.ts'
import { findDraftFaults } from './find-draft-faults.ts'
import { sizeFault } from './size-fault.ts'
import { toRequest } from './to-request.ts'
import { emptyDraft, NO_SOURCES } from './tool-draft.ts'

test('a form that was left as it is sends the question and the effort alone', () => {
  const asked = (tool: Parameters<typeof emptyDraft>[0]) =>
    toRequest(tool, { ...emptyDraft(tool), question: ' Why? ' })
  expect(asked('answer')).toEqual({ tool: 'answer', body: { query: ' Why? ' } })
  expect(asked('research').body).toEqual({ input: ' Why? ', research_effort: 'standard' })
  expect(asked('finance_research').body).toEqual({ input: ' Why? ', research_effort: 'deep' })
})

test('everything that was chosen is in the request, where the contract has it', () => {
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

test('what runs as a task is told from what answers at once as the API does', () => {
  const of = (effort: 'lite' | 'standard' | 'deep', isBackground: boolean) =>
    isTask(toRequest('research', { ...emptyDraft('research'), effort, isBackground }))
  expect([of('lite', false), of('standard', false)]).toEqual([false, false])
  expect([of('lite', true), of('deep', false)]).toEqual([true, true])
  expect(isTask({ tool: 'research', body: { input: 'Why?' } })).toBe(false)
  expect(isTask(toRequest('finance_research', emptyDraft('finance_research')))).toBe(false)
})

test('faults are found before anything is sent', () => {
  const draft = { ...emptyDraft('answer'), question: '\u2003\n' }
  expect(findDraftFaults('answer', draft)).toEqual({ question: 'Write a question.' })
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

test('characters are counted as the contract counts them, near the limit alone', () => {
  expect(characterNote('🔑'.repeat(300), 400)).toBeUndefined()
  expect(characterNote('🔑'.repeat(400), 400)).toBe('400 of 400 characters')
  expect(characterNote('a'.repeat(402), 400)).toBe('402 of 400 characters: 2 too many')
})

test('what is too large to be sent is told with its bytes, as they are on the wire', () => {
  const input = '€'.repeat(limits.inputCharacters)
  const asked = (length: number) =>
    sizeFault({ tool: 'research', body: { input, output_schema: { title: 'a'.repeat(length) } } })
  const rest = new TextEncoder().encode(JSON.stringify({ input, output_schema: { title: '' } }))
  expect(asked(limits.bodyBytes - rest.length)).toBeUndefined()
  expect(asked(limits.bodyBytes - rest.length + 1)).toContain(
    'has 180,001 bytes, and at most 180,000',
  )
})

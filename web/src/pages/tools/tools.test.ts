import { answerRules, researchRules } from '@footnote/contract/request-rules'
import type { ErrorResponse } from '@footnote/contract/responses'
import { expect, test } from 'vitest'
import { SiteError } from '../../api/site-error.ts'
import { countryNames, languageNames } from './code-names.ts'
import { characterNote } from './count-characters.ts'
import { durationText } from './duration-text.ts'
import { failureStory } from './failure-story.ts'
import { findDraftFaults } from './find-draft-faults.ts'
import { lostStory } from './lost-story.ts'
import { readDomains } from './read-domains.ts'
import { SCHEMA_EXAMPLES } from './schema-examples.ts'
import { addProgress, countsText, stageText } from './timeline.ts'
import { toRequest } from './to-request.ts'
import { emptyDraft, NO_SOURCES } from './tool-draft.ts'
import { isTask } from './tool-request.ts'
import { remainingText, usualText, usualTime } from './usual-time.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'

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

test('domains are read one or many at a time, in the one spelling of the contract', () => {
  expect(
    readDomains('Example.COM, https://www.who.int/news?x=1 bücher.example gov', ['a.com']),
  ).toEqual({
    domains: ['a.com', 'example.com', 'www.who.int', 'xn--bcher-kva.example', 'gov'],
    rest: '',
  })
  expect(readDomains('good.com bad_one 10.0.0.1', [])).toMatchObject({
    domains: ['good.com'],
    rest: 'bad_one 10.0.0.1',
  })
  const many = Array.from({ length: 501 }, (_, index) => `s${index}.com`).join(' ')
  expect(readDomains(many, ['a.com'])).toMatchObject({ domains: ['a.com'], rest: many })
})

test('codes are shown by names that differ', () => {
  expect(countryNames).toContainEqual({ value: 'CH', name: 'Switzerland' })
  for (const names of [countryNames, languageNames]) {
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length)
    expect(names.every(({ value, name }) => name !== value)).toBe(true)
  }
})

test.each([
  [400, 'under 1 s'],
  [8_400, '8 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_780_000, '1 h 3 min'],
])('%d ms are %j', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test('how long it takes is told from the figures, and where there are none it says so', () => {
  const figures = { captured: 9, refunded: 0, p50_ms: 8_000, p90_ms: 20_000, points: [] }
  const status = {
    accepts_calls: true,
    counted_until: null,
    times: [],
    tools: [
      { tool: 'answer' as const, effort: null, ...figures },
      { tool: 'research' as const, effort: 'deep' as const, ...figures, p50_ms: null },
    ],
  }
  const usual = usualTime(status, { tool: 'answer', effort: null })
  expect(usualText(usual)).toBe('usually 8 s, nine in ten within 20 s')
  expect(usualTime(status, { tool: 'research', effort: 'deep' })).toBeUndefined()
  expect(usualText(undefined)).toContain('no figures yet')
  expect(remainingText(usual, 1_000)).toContain('Half of such calls are done within 8 s')
  expect(remainingText(usual, 9_000)).toContain('Longer than most')
  expect(remainingText(usual, 30_000)).toContain('Longer than nine in ten')
})

test('every failure says what happened to the money', () => {
  const told = (failure: Partial<ErrorResponse>) =>
    failureStory({ code: 'SERVICE_UNAVAILABLE', message: '', request_id: ID, ...failure })
  expect(
    told({
      code: 'QUERY_FAILED_REFUNDED',
      billing: {
        request_id: ID,
        cost_usd: 0,
        cost_units: 0,
        refunded_usd: 0.15,
        refunded_units: 1_500_000,
        balance_usd: 9.98,
      },
    }).money,
  ).toBe('$0.15 was taken and given back in full; the balance is $9.98.')
  expect(
    told({ code: 'INSUFFICIENT_BALANCE', required_usd: 0.15, balance_usd: 0.04 }),
  ).toMatchObject({
    money: 'Nothing was charged: the call costs $0.15, and the wallet holds $0.04.',
    way: 'recharge',
  })
  expect(told({ code: 'BILLING_UNAVAILABLE' }).way).toBe('usage')
  expect(told({}).money).toBe('Nothing was charged.')
  expect(failureStory(new SiteError('UNREACHABLE', '')).money).toContain('not known')
  expect(failureStory(new SiteError('TOO_MANY_CALLS', '')).money).toBe('Nothing was charged.')
})

test('progress is one entry for each stretch of a stage, with its latest counts', () => {
  const events = [
    { stage: 'planning', counts: {} },
    { stage: 'searching', counts: { queries: 1 } },
    { stage: 'searching', counts: { queries: 1_200, elapsed_ms: 5, pages: 0 } },
    { stage: 'reading', counts: { pages: 1 } },
    { stage: 'searching', counts: { queries: 1_300 } },
  ]
  const timeline = events.reduce(addProgress, [])
  expect(timeline.map(({ stage }) => stage)).toEqual([
    ...['planning', 'searching', 'reading', 'searching'],
  ])
  expect(timeline.map(({ counts }) => countsText(counts))).toEqual([
    ...['', '1,200 queries', '1 page', '1,300 queries'],
  ])
  expect(stageText('verifying')).toBe('Checking each claim against its source')
  expect(stageText('agent.web_search')).toBe('Agent web search')
})

test('of a call whose stream is gone exactly what its charge says is told', () => {
  const charge = {
    request_id: ID,
    tool: 'answer' as const,
    effort: null,
    cost_usd: 0.02,
    cost_units: 200_000,
    key_name: 'website',
    created_at: '2026-07-03T12:00:00.000Z',
  }
  const told = (state: 'held' | 'captured' | 'refunded') =>
    lostStory({ openCall: undefined, charge: { ...charge, state }, isKnown: true })
  expect(told('captured')).toContain('succeeded and cost $0.02')
  expect(told('refunded')).toContain('$0.02 was given back')
  expect(told('held')).toContain('still runs')
  expect(lostStory({ openCall: undefined, charge: undefined, isKnown: true })).toContain('Nothing')
  expect(lostStory({ openCall: undefined, charge: undefined, isKnown: false })).toContain('Looking')
  const openCall = { ...charge, charge_state: 'held' as const, task: null }
  expect(lostStory({ openCall, charge: undefined, isKnown: true })).toContain('still runs')
  const task = { status: 'queued' as const, expires_at: charge.created_at }
  expect(
    lostStory({ openCall: { ...openCall, task }, charge: undefined, isKnown: true }),
  ).toContain('as a task')
})

import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type EngineConfig, readEngineConfig } from '../config.ts'
import { type FakeEdgar, startFakeEdgar } from '../finance/testing/fake-edgar.ts'
import { type FakeModel, startFakeModel } from '../llm/client/testing/fake-model.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { type FakeSearch, startFakeSearch } from '../web/testing/fake-search.ts'
import { type OpenOutside, type OutsideFault, openOutside, probeOutside } from './open-outside.ts'

let search: FakeSearch
let edgar: FakeEdgar
let model: FakeModel
let config: EngineConfig
let outside: OpenOutside
let faults: OutsideFault[]

beforeEach(async () => {
  faults = []
  search = await startFakeSearch()
  edgar = await startFakeEdgar()
  model = await startFakeModel({ other: 'Ready.' })
  const { url } = search
  config = readEngineConfig({
    FOOTNOTE_CONTACT: 'ops@example.com',
    FOOTNOTE_SEARXNG_URL: url,
    FOOTNOTE_BRAVE_KEY: 'k',
    FOOTNOTE_BRAVE_URL: url,
    FOOTNOTE_YOU_KEY: 'k',
    FOOTNOTE_YOU_URL: url,
    FOOTNOTE_WIKIPEDIA_URL: url,
    FOOTNOTE_EDGAR_URL: edgar.url,
    FOOTNOTE_LLM_URL: model.url,
    FOOTNOTE_LLM_MODEL: 'm',
  })
  outside = await openOutside(config.outside, {
    onFault: fault => faults.push(fault),
    isToRead: false,
  })
})
afterEach(async () => {
  await outside.close()
  await Promise.all([search.close(), edgar.close(), model.close()])
})

const verdicts = async () =>
  (await probeOutside(outside)).map(({ name, isGood }) => `${name} ${isGood}`)
const discover = async () =>
  await outside.finders[0]?.discover({
    kind: 'answer',
    question: 'a canary question',
    queries: ['a canary question'],
    policy: compilePolicy({}, { now: new Date() }),
    limit: 1,
    isKnown: () => false,
    endsAt: performance.now() + 10_000,
  })
const everybody = ['searxng', 'brave', 'you', 'wikipedia', 'EDGAR', 'model']

it('the check finds everybody who is set and works', async () => {
  expect((await verdicts()).map(line => line.toLowerCase())).toEqual(
    everybody.map(name => `${name} true`.toLowerCase()),
  )
  expect(faults).toEqual([])
})

it('the check tells who does not work, and says why', async () => {
  search.fault = 'forbidden'
  edgar.faults = { company_tickers: { status: 403 } }
  model.script = { other: { fault: 'unauthorized' } }
  const probes = await probeOutside(outside)
  const bad = probes.filter(({ isGood }) => !isGood)
  expect(bad.map(({ name }) => name.toLowerCase())).toEqual(
    everybody.map(name => name.toLowerCase()),
  )
  for (const { note } of bad) expect(note).toMatch(/\w+ \w+/)
})

it('the check says who did not answer in time, and that EDGAR goes by the contact', async () => {
  search.fault = 'hang'
  edgar.faults = { company_tickers: { status: 403 } }
  const probes = await probeOutside(outside, { searchTimeoutMs: 100 })
  const notes = Object.fromEntries(probes.map(({ name, note }) => [name, note]))
  expect(notes['searxng']).toBe('SearXNG did not answer within 0.1 s')
  expect(notes['EDGAR']).toMatch(/403; check that FOOTNOTE_CONTACT/)
})

it('no thread is started where no page will be read', async () => {
  const started: unknown[] = []
  const note = (worker: unknown) => started.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const idle = await openOutside(config.outside, { isToRead: false })
  await idle.close()
  expect(started).toEqual([])
  const ready = await openOutside(config.outside)
  await ready.close()
  expect(started).not.toEqual([])
})

it('the operator hears that a page may not be read, but not where it is', async () => {
  search.pages = [{ url: 'http://10.1.2.3/canary', title: 'Canary', text: 'A canary question.' }]
  await discover()
  expect(faults[0]).toEqual({
    service: 'pages',
    reason: expect.stringContaining('FOOTNOTE_FETCH_NETWORKS'),
  })
  expect(JSON.stringify(faults)).not.toMatch(/canary|10\.1/)
})

it('the operator hears of whoever fails, with nothing of what was asked', async () => {
  search.fault = 'forbidden'
  model.script = { other: { fault: 'unauthorized' } }
  await discover()
  const prompt = { task: 'write', system: 's', user: 'a canary prompt' } as const
  await outside.model?.send(prompt, { maxTokens: 9, timeoutMs: 9_000 }).catch(() => {})
  expect(new Set(faults.map(({ service }) => service.toLowerCase()))).toEqual(
    new Set(['searxng', 'brave', 'you', 'wikipedia', 'model']),
  )
  expect(JSON.stringify(faults)).not.toContain('canary')
})

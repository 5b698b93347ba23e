import { describe, expect, it } from 'vitest'
import { budgets } from '../budgets.ts'
import { openBudget } from '../open-budget.ts'
import type { Reader } from '../reader/reader.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import { judgeClaims } from './judge-claims.ts'

const HARBOUR =
  'Port Ellery: The harbour of Port Ellery opened in 1987 and handled ten million tonnes of grain.'
const LIGHTHOUSE = 'Port Ellery: The lighthouse was painted red by sailors after the long war.'

async function judge(
  text: string,
  {
    quotes = [HARBOUR, LIGHTHOUSE],
    language = 'en',
    mayShorten = true,
    reader,
  }: {
    quotes?: readonly string[]
    language?: string
    mayShorten?: boolean
    reader?: Reader
  } = {},
) {
  const run = { budget: openBudget(budgets.standard) }
  const claims = [{ text, quotes }]
  const options = { language, mayShorten }
  const [judgement] = await judgeClaims(reader ?? (await sharedReader()), claims, options, run)
  return judgement
}

describe('a clause that no quote answers', () => {
  const text = 'The harbour of Port Ellery opened in 1987, which led to the fall of the government.'

  it('is cut off', async () => {
    expect(await judge(text)).toEqual({
      verdict: 'partly',
      shortened: 'The harbour of Port Ellery opened in 1987.',
    })
  })

  it('is reported if nothing may be shortened', async () => {
    expect(await judge(text, { mayShorten: false })).toEqual({ verdict: 'partly' })
  })
})

it.each([
  'The harbour of Port Ellery opened in 1987.',
  'According to the source, the harbour opened in 1987 and handled ten million tonnes of grain.',
  'The harbour opened in 1987; the lighthouse was painted red by sailors after the long war.',
])('leaves a sentence of its quotes alone: %s', async text => {
  expect(await judge(text)).toEqual({ verdict: 'unknown' })
})

it('denies a predicate that a quote states of something else', async () => {
  const text = 'The harbour of Port Ellery was painted red by sailors after the long war.'
  expect(await judge(text)).toEqual({ verdict: 'unsupported' })
})

it('denies a claim that has nothing to do with its quotes', async () => {
  const text = 'Several museums in the region offer guided tours to school classes.'
  expect(await judge(text)).toEqual({ verdict: 'unsupported' })
})

it('stops reading when the time to write is over', async () => {
  const reader = {
    threads: 1,
    read: () => Promise.reject(new Error('not to be read')),
  } as unknown as Reader
  const claims = [{ text: 'The harbour opened in 1987.', quotes: [HARBOUR] }]
  const budget = { ...openBudget(budgets.standard), mayWrite: () => false }
  const options = { language: 'en', mayShorten: true }
  expect(await judgeClaims(reader, claims, options, { budget })).toEqual([{ verdict: 'unknown' }])
})

it('has no opinion on other languages than the one that it reads', async () => {
  const reader = { read: () => Promise.reject(new Error('not to be read')) } as unknown as Reader
  const text = 'Der Hafen wurde 1987 eröffnet, obwohl Kritiker ihn für gescheitert hielten.'
  expect(await judge(text, { language: 'de', reader })).toEqual({ verdict: 'unknown' })
})

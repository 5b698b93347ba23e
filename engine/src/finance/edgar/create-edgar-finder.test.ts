import { setImmediate as immediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Extractor, openExtractor } from '../../extract/open-extractor.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Clock } from '../../outside/turns.ts'
import { compilePolicy } from '../../policy/compile-policy.ts'
import type { SourceControls } from '../../research.ts'
import type { CompanyFact } from '../../search/company-fact.ts'
import type { DiscoverRequest } from '../../search/finder.ts'
import { fakeCompanies } from '../testing/fake-companies.ts'
import { company } from '../testing/fake-company.ts'
import { type FakeEdgar, startFakeEdgar } from '../testing/fake-edgar.ts'
import { createEdgarFinder, type EdgarFinderOptions } from './create-edgar-finder.ts'
import { createEdgarCallers, type EdgarCallers } from './edgar-api.ts'

let edgar: FakeEdgar
let callers: EdgarCallers
beforeEach(async () => {
  edgar = await startFakeEdgar()
  callers = createEdgarCallers({ url: `${edgar.url}/`, contact: 'ops@example.com' })
})
afterEach(async () => {
  await callers.close()
  await edgar.close()
})

const policyOf = (controls: SourceControls) =>
  compilePolicy(controls, { now: new Date('2024-07-01T12:00:00Z') })

function asking(question: string, others: Partial<DiscoverRequest> = {}): DiscoverRequest {
  return {
    kind: 'finance',
    question,
    queries: [question],
    policy: policyOf({}),
    limit: 12,
    isKnown: () => false,
    endsAt: performance.now() + 10_000,
    ...others,
  }
}

/** A clock that never makes a test wait for its turn. */
const quick: Clock = { now: () => performance.now(), sleep: async () => {} }
const open = (options: Partial<EdgarFinderOptions> = {}) =>
  createEdgarFinder({ callers, clock: quick, ...options })
const discover = (question: string, others: Partial<DiscoverRequest> = {}) =>
  open().discover(asking(question, others))
const lineOf = ({ quotes: [quote] }: CompanyFact) => quote?.passage.text
const titles = ({ documents }: { documents: readonly { title: string }[] }) =>
  documents.map(({ title }) => title)

describe('found documents', () => {
  it('are the filings on the year asked for, then the latest, each with its figures', async () => {
    const found = await discover("What was Apple's revenue in fiscal 2022?")
    expect(titles(found)).toEqual([
      'Apple Inc. (AAPL) 10-K for fiscal year 2022',
      'Apple Inc. (AAPL) 10-K for fiscal year 2023',
      'Apple Inc. (AAPL) 10-Q for Q3 of fiscal year 2023',
    ])
    expect(found).toMatchObject({ isDown: false })
    expect(found.documents[0]).toMatchObject({
      url: `${edgar.url}/Archives/edgar/data/320193/000032019322000108/0000320193-22-000108-index.htm`,
      publishedOn: '2022-10-28',
    })
  })

  it('contain each fact letter by letter', async () => {
    const { facts = [], documents } = await discover('Compare Apple, Larkspur and Nordlicht')
    expect(facts.length).toBeGreaterThan(50)
    for (const { url, text } of documents)
      for (const fact of facts.filter(one => one.url === url))
        expect(text).toContain(`\n${lineOf(fact)}\n`)
  })

  it('a figure that a report repeats of an earlier year is of that year, not of the report’s', async () => {
    const { facts = [], documents } = await discover('Apple net income', { limit: 1 })
    const ofReport = facts.filter(({ url }) => url === documents[0]?.url)
    const netIncome = ofReport.filter(({ concept }) => concept === 'us-gaap:NetIncomeLoss')
    expect(netIncome.map(({ value, period }) => [value, period.fiscalYear])).toEqual([
      [96_995_000_000, 2023],
      [99_803_000_000, 2022],
      [94_680_000_000, 2021],
    ])
  })

  it('distinguish quarters from year-to-date months', async () => {
    const { facts = [], documents } = await discover('Apple revenue in Q3 2023', { limit: 1 })
    expect(documents[0]?.title).toBe('Apple Inc. (AAPL) 10-Q for Q3 of fiscal year 2023')
    const ofReport = facts.filter(({ url }) => url === documents[0]?.url)
    const revenue = ofReport.filter(({ label }) => /^Revenue/.test(label))
    expect(
      revenue.map(({ value, period: { part, fiscalYear } }) => [part, fiscalYear, value / 1e6]),
    ).toEqual([
      ['Q3', 2023, 81_797],
      ['nine-months', 2023, 293_787],
      ['Q3', 2022, 82_959],
      ['nine-months', 2022, 304_182],
    ])
  })

  it('what the cover says is of the day it names, with the year of the report', async () => {
    const { facts = [] } = await discover('Apple shares outstanding', { limit: 1 })
    expect(facts.find(({ concept }) => concept.startsWith('dei:'))).toMatchObject({
      value: 15_552_752_000,
      unit: 'shares',
      period: { end: '2023-10-20', fiscalYear: 2023, part: 'year' },
    })
  })

  it('a retailer’s year that ends in February has the name that the company gives it', async () => {
    const { facts = [], documents } = await discover('Harbor & Pine Stores revenue')
    expect(documents.map(({ title }) => title)).toContain(
      'Harbor & Pine Stores, Inc. (HPNS) 10-Q for Q1 of fiscal year 2024',
    )
    const sales = facts.filter(({ period }) => period.end === '2024-02-03' && period.start)
    expect(sales.map(lineOf)[0]).toBe(
      'Harbor & Pine Stores, Inc. — Revenue from net sales — fiscal year 2023 (2023-01-29 to 2024-02-03): 5,210,000,000 USD (10-K filed 2024-03-28)',
    )
  })

  it('a filer from abroad is read in its own standards and currency', async () => {
    const { facts = [] } = await discover('Nordlicht revenue and profit in 2023')
    expect(
      facts.map(({ label, value, unit, period }) => [label, value, unit, period.fiscalYear]),
    ).toEqual([
      ['Revenue (net sales)', 2_417_300_000, 'EUR', 2023],
      ['Revenue (net sales)', 2_290_000_000, 'EUR', 2022],
      ['Net income (loss)', 201_000_000, 'EUR', 2023],
      ['Net income including noncontrolling interests', 214_000_000, 'EUR', 2023],
      ['Net income including noncontrolling interests', 187_000_000, 'EUR', 2022],
      ['Earnings per share, basic (EPS)', 1.87, 'EUR/shares', 2023],
      ['Total equity including noncontrolling interests', 1_530_000_000, 'EUR', 2023],
    ])
  })

  it('values that were restated are there as they were first filed, and as they are now', async () => {
    const { facts = [] } = await discover('What was the revenue of Larkspur in 2021?')
    const of2021 = facts.filter(
      ({ period, label }) => period.fiscalYear === 2021 && /^Rev/.test(label),
    )
    const told = of2021.map(({ form, filedOn, value }) => [form, filedOn, value / 1e6])
    for (const one of [
      ['10-K', '2022-02-18', 702],
      ['10-K/A', '2022-09-15', 655],
      ['10-K', '2024-02-20', 655],
    ])
      expect(told).toContainEqual(one)
  })

  it('a company that tags nothing is found by its filings alone', async () => {
    const found = await discover('What does Quillway earn?')
    expect(found).toMatchObject({ facts: [], isDown: false })
    expect(found.documents[0]).toMatchObject({
      title: 'Quillway Holdings Ltd (QWAY) 10-K for fiscal year 2023',
      aliases: ['Quillway Holdings Ltd', 'Quillway', 'QWAY'],
    })
  })

  it('come from each company in turn if there is no room for all', async () => {
    const found = await discover('Apple and Larkspur revenue', { limit: 2 })
    expect(titles(found)).toEqual([
      'Apple Inc. (AAPL) 10-K for fiscal year 2023',
      'LARKSPUR ROBOTICS CORP (LRKS) 10-K for fiscal year 2023',
    ])
  })

  it('exclude documents that are already known', async () => {
    const first = await discover('Apple revenue')
    const known = new Set(first.documents.map(({ url }) => url))
    const again = await discover('Apple revenue', { isKnown: url => known.has(url) })
    expect(again).toMatchObject({ documents: [], facts: [], isDown: false })
  })
})

describe('EDGAR', () => {
  it('is not called if the question names no company or the policy excludes it', async () => {
    const finder = open()
    for (const request of [
      asking('What is the capital of Bolivia?', { kind: 'answer' }),
      asking('Who founded Apple?', { kind: 'research' }),
      asking('Apple revenue', { limit: 0 }),
      asking('Apple revenue', { policy: policyOf({ exclude_domains: ['127.0.0.1'] }) }),
      asking('Apple revenue', { policy: policyOf({ include_domains: ['example.com'] }) }),
      asking('Apple revenue', { policy: policyOf({ country: 'DE' }) }),
      asking('Apple revenue', { policy: policyOf({ language: 'fr' }) }),
    ]) {
      expect(await finder.discover(request)).toMatchObject({ documents: [], isDown: false })
    }
    expect(edgar.requests).toEqual([])
  })

  it('gets our contact address, and gets each request once', async () => {
    const finder = open()
    await Promise.all([
      finder.discover(asking('Apple revenue')),
      finder.discover(asking('Apple debt')),
    ])
    await finder.discover(asking('AAPL assets'))
    expect(edgar.requests.map(({ path }) => path).sort()).toEqual([
      '/api/xbrl/companyfacts/CIK0000320193.json',
      '/files/company_tickers.json',
      '/submissions/CIK0000320193.json',
    ])
    for (const { headers } of edgar.requests) {
      expect(headers['user-agent']).toBe('Footnote ops@example.com')
    }
  })

  it('is asked again when a cached reply has expired', async () => {
    let now = 1_000
    const clock: Clock = {
      now: () => now,
      async sleep(ms) {
        now += ms
      },
    }
    const finder = open({ clock })
    const asked = async () => {
      edgar.requests.length = 0
      await finder.discover(asking('Apple revenue'))
      return edgar.requests.length
    }
    expect(await asked()).toBe(3)
    now += 3_500_000
    expect(await asked()).toBe(0)
    now += 200_000
    expect(await asked()).toBe(2)
    now += 86_400_000
    expect(await asked()).toBe(3)
  })

  it('is sent no more than eight requests in a second', async () => {
    let now = 1_000
    const sentAt: number[] = []
    const clock: Clock = {
      now: () => now,
      async sleep(ms) {
        const end = now + ms
        await immediate()
        now = Math.max(now, end)
      },
    }
    const watched = {
      ...callers.site,
      json: (...call: Parameters<typeof callers.site.json>) => {
        sentAt.push(now)
        return callers.site.json(...call)
      },
    }
    const finder = createEdgarFinder({
      callers: { site: watched, data: watched, baseUrl: edgar.url },
      clock,
    })
    await finder.discover(asking('Compare Apple, Larkspur, Harbor & Pine Stores and Nordlicht'))
    expect(sentAt).toHaveLength(9)
    for (const [index, at] of sentAt.slice(8).entries()) {
      expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
    }
  })
})

it('only filings of the time that the policy allows are brought', async () => {
  const policy = policyOf({ freshness: '2023-08-01to2023-10-31' })
  const found = await discover('Apple revenue', { policy })
  expect(titles(found)).toEqual(['Apple Inc. (AAPL) 10-Q for Q3 of fiscal year 2023'])
})

describe('an EDGAR that fails', () => {
  it.each([
    ['refuses', { '': { status: 403 } }],
    ['is asked too often', { '': { status: 429, headers: { 'retry-after': '30' } } }],
    ['is broken', { '': { status: 500 } }],
    ['sends a page instead', { '': 'garbage' }],
    ['sends other JSON', { '/files/': 'odd' }],
    ['sends too much', { '/files/': 'huge' }],
    ['sends too much of one company', { '/companyfacts/': 'huge' }],
    ['refuses the facts', { '/companyfacts/': { status: 403 } }],
  ] as const)('%s: nothing is found, which means nothing', async (_, faults) => {
    edgar.faults = faults
    expect(await discover('Apple revenue')).toEqual({
      documents: [],
      facts: [],
      isDown: true,
    })
    expect(edgar.requests.length).toBeLessThanOrEqual(3)
  })

  it('is not asked again at once after it refused', async () => {
    edgar.faults = { '': { status: 403 } }
    const finder = open()
    await finder.discover(asking('Apple revenue'))
    edgar.faults = {}
    expect(await finder.discover(asking('Apple revenue'))).toMatchObject({ isDown: true })
    expect(edgar.requests).toHaveLength(1)
  })

  it('refuses clients without a contact address', async () => {
    const unnamed = createEdgarCallers({ url: edgar.url, contact: 'nobody' })
    const found = await createEdgarFinder({ callers: unnamed }).discover(asking('Apple revenue'))
    await unnamed.close()
    expect(found.isDown).toBe(true)
  })

  it('cannot delay the search beyond its time limit', async () => {
    edgar.faults = { '': 'hang' }
    const endsAt = performance.now() + 150
    expect(await discover('Apple revenue', { endsAt })).toMatchObject({
      documents: [],
      isDown: true,
    })
  })

  it('lets an aborted caller leave with its own reason', async () => {
    edgar.faults = { '': 'hang' }
    const stopped = new AbortController()
    const found = discover('Apple revenue', { signal: stopped.signal })
    const reason = new Error('the caller has gone')
    stopped.abort(reason)
    await expect(found).rejects.toBe(reason)
  })

  it('still serves the companies that it can', async () => {
    edgar.faults = { CIK0001900001: { status: 500 } }
    const found = await discover('Apple and Larkspur revenue')
    expect(found.isDown).toBe(false)
    expect(titles(found)).toContain('Apple Inc. (AAPL) 10-K for fiscal year 2023')
  })

  it('still serves facts without the list of filings', async () => {
    edgar.faults = { '/submissions/': { status: 500 } }
    const found = await discover('Apple revenue in 2022', { limit: 1 })
    expect(titles(found)).toEqual(['Apple Inc. (AAPL) 10-K for fiscal year 2022'])
  })

  it('is asked again later after a fault that passed', async () => {
    const finder = open()
    edgar.faults = { '/companyfacts/': 'garbage' }
    expect(await finder.discover(asking('Apple revenue'))).toMatchObject({ isDown: true })
    edgar.faults = {}
    expect((await finder.discover(asking('Apple revenue'))).documents).toHaveLength(3)
  })
})

describe('the words of a filing', () => {
  let extractor: Extractor
  const visited: string[] = []
  /** The real one refuses loopback. */
  const fetcher: Fetcher = {
    async fetch(url, { mayVisit }) {
      if (!mayVisit(url)) throw new Error('may not be visited')
      visited.push(url)
      const response = await fetch(url, { headers: { 'user-agent': callers.userAgent } })
      if (!response.ok) throw new Error('was not answered')
      return { bytes: new Uint8Array(await response.arrayBuffer()), url, contentType: 'text/html' }
    },
    close: async () => {},
  }
  beforeEach(() => {
    visited.length = 0
    extractor = openExtractor()
  })
  afterEach(() => extractor.close())

  it('come first when no figure is asked for', async () => {
    const question = 'Which risks does Apple name in its annual report?'
    const { documents } = await open({ fetcher, extractor }).discover(
      asking(question, { limit: 2 }),
    )
    expect(documents).toMatchObject([
      {
        url: `${edgar.url}/Archives/edgar/data/320193/000032019323000106/aapl-20230930.htm`,
        title: 'Apple Inc. (AAPL) 10-K for fiscal year 2023, full text',
        publishedOn: '2023-11-03',
        text: expect.stringContaining('outsourcing partners'),
      },
      { title: 'Apple Inc. (AAPL) 10-K for fiscal year 2023' },
    ])
  })

  it('come last if figures are asked for: the year asked for and the latest, if there is room', async () => {
    const finder = open({ fetcher, extractor })
    const question = "What was Apple's revenue in 2022?"
    const { documents } = await finder.discover(asking(question))
    expect(documents.slice(3).map(({ title }) => title)).toEqual([
      'Apple Inc. (AAPL) 10-K for fiscal year 2022, full text',
      'Apple Inc. (AAPL) 10-K for fiscal year 2023, full text',
    ])
    visited.length = 0
    expect((await finder.discover(asking(question, { limit: 3 }))).documents).toHaveLength(3)
    expect(visited).toEqual([])
  })

  it('are left out if they cannot be fetched', async () => {
    edgar.faults = { '.htm': { status: 403 } }
    const found = await open({ fetcher, extractor }).discover(
      asking('Which risks does Apple name?'),
    )
    expect(found.isDown).toBe(false)
    expect(found.documents).toHaveLength(3)
  })

  it('are not fetched for a short answer', async () => {
    await open({ fetcher, extractor }).discover(
      asking('What is Apple revenue?', { kind: 'answer' }),
    )
    expect(visited).toEqual([])
  })
})

it('uses a separate data host for EDGAR itself, but not for a mirror', async () => {
  const own = createEdgarCallers({ url: 'https://www.sec.gov', contact: 'ops@example.com' })
  expect(own.data).not.toBe(own.site)
  expect(callers.data).toBe(callers.site)
  await own.close()
})

it('splits adjust what a share earned: both figures are brought', async () => {
  const of2020 = { '2020-01-01/2020-12-31': 12 }
  const split = company({
    cik: 7,
    ticker: 'SPLT',
    name: 'Splitwell Inc',
    filings: [
      {
        form: '10-K',
        period: '2022-12-31',
        filed: '2023-02-01',
        facts: { 'EarningsPerShareBasic USD/shares': { ...of2020, '2020-01-01/2020-12-31': 3 } },
      },
      {
        form: '10-K',
        period: '2020-12-31',
        filed: '2021-02-01',
        facts: { 'EarningsPerShareBasic USD/shares': of2020 },
      },
    ],
  })
  const other = await startFakeEdgar({ companies: [...fakeCompanies, split] })
  const others = createEdgarCallers({ url: other.url, contact: 'ops@example.com' })
  const { facts = [] } = await createEdgarFinder({ callers: others }).discover(
    asking('Splitwell EPS in 2020'),
  )
  await others.close()
  await other.close()
  expect(facts.map(({ value, filedOn }) => [value, filedOn])).toEqual([
    [3, '2023-02-01'],
    [12, '2021-02-01'],
  ])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../budgets.ts'
import { createLedger } from '../evidence/ledger.ts'
import { answerOf } from '../facts/answer.ts'
import type { Fact } from '../facts/fact.ts'
import type { Facts } from '../facts/facts.ts'
import type { Mention } from '../facts/find-named.ts'
import { installFacts } from '../facts/install-facts.ts'
import { openFacts } from '../facts/open-facts.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { splitMixed } from '../questions/split-mixed.ts'
import type { SourceControls } from '../research.ts'
import { verifyComposed } from '../verify/prove-statement.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { type CompanyStore, openCompanyStore } from './company-store.ts'
import { findLocalFacts } from './local-facts.ts'

const today = '2026-11-16'
let folder: string
let facts: Facts
let store: CompanyStore

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'companies-'))
  installFacts(join(folder, 'facts.db'))
  facts = openFacts(join(folder, 'facts.db'))
  store = openCompanyStore(facts)
})
afterAll(() => {
  facts.close()
  rmSync(folder, { recursive: true })
})

interface Asked {
  readonly effort?: Effort
  readonly sources?: SourceControls
}

function ask(question: string, { effort = 'lite', sources = {} }: Asked = {}) {
  const policy = compilePolicy(sources, { now: new Date(today) })
  const local = findLocalFacts(question, { store, kind: 'finance', policy, today, effort })
  const ledger = createLedger()
  return local && answerFromFacts(question, { ...local, ledger, today, effort })
}

/** The sentences of the answer, and the exact values of its table. */
function said(question: string, asked?: Asked): string {
  const { statements = [], table } = ask(question, asked) ?? {}
  const cells = statements.length > 0 ? (table?.rows ?? []).flatMap(row => row.cells) : []
  return [...statements, ...cells].map(one => one?.text ?? '').join(' ')
}

describe('a fresh machine answers', () => {
  it.each([
    [
      'Does Carnival have more debt than cash?',
      'Carnival had more long-term debt than cash and cash equivalents: $24.0 billion',
    ],
    ['Which of Marriott and Hilton recovered best since 2020?', 'Hilton Worldwide comes out ahead'],
    [
      'How did the gap between the revenue of Coca-Cola and PepsiCo change since 2018?',
      "The gap between Coca-Cola's and PepsiCo's revenue widened from $30.4 billion to $46.0 billion",
    ],
    [
      'What is the ratio of inventories to revenue of Walmart?',
      'inventories to revenue was 0.08 in fiscal 2026',
    ],
    [
      'Which S&P 500 companies with headquarters in Texas made a loss in 2024?',
      '2 of the 48 S&P 500 companies with headquarters in Texas',
    ],
    ['Which S&P 500 homebuilders have the highest net margin?', 'NVR had the highest net margin'],
    ["What was Apple's net income in fiscal year 2023?", '$96,995 million'],
    ['googl net income 2023', '$73,795 million'],
    ['who makes more profit, coke or pepsi?', 'Coca'],
    ["What was Facebook's revenue in 2020?", '$85,965 million'],
    ["What was Eaton's revenue in 2015?", '$20,855 million'],
    ["What was General Mills' revenue in fiscal 2021?", '$18,127 million'],
    ["What was Procter & Gamble's revenue in fiscal 2013?", '$80,116 million'],
    ["What was Hershey's revenue in 2012?", '$6,644.252 million'],
    ["What was American Express' revenue in 2023?", '$60,515 million'],
    ["What was Mastercard's revenue in 2021?", '$18,884 million'],
    ['Exxon vs Chevron revenue 2023', '$344,582 million'],
    ['Mircosoft vs Apple revenue 2023', '$211,915 million'],
    ["What was Nvidia's revenue last year?", 'fiscal 2026 (year to 25 January 2026)'],
    ['Walmart net income last year', 'fiscal 2026 (year to 31 January 2026)'],
    ['Raytheon revenue 2023', '$68,920 million'],
    ["What was Microsft's revenue in 2023?", '$211,915 million'],
    ["What was Apple's net margin in 2024?", '24.0%'],
    ["What was Apple's free cash flow in 2023?", '$99,584 million'],
    ["Apple's revenue in Q4 2023", '$89,498 million'],
    ["What is Apple's trailing twelve months revenue?", '$466,823 million'],
    ['Which of Intel, AMD, Nvidia grew fastest since 2020?', 'Nvidia'],
    ['largest net income in 2024', 'Alphabet had the highest net income'],
    ['coca cola gross margin 2020 and now', 'from 59.3% in 2020 to 61.6% in 2025'],
    [
      'home depot vs lowes which one has more debt',
      "Home Depot had the higher long-term debt: $49.4 billion as of 1 February 2026, $9.58 billion more than Lowe's",
    ],
    ['compare cvs and walgreens revenue and profit 2023', 'CVS'],
    ['did pfizer and moderna make money in 2023?', 'Pfizer had the higher net income'],
    [
      'Which airlines lost money in 2020?',
      'All 3 S&P 500 airlines with figures made a loss in 2020: Delta',
    ],
    ['Which company has the second highest revenue?', 'Walmart had the second highest revenue'],
    [
      'Did Ford make a profit in 2023 and 2024?',
      'Yes: Ford Motor earned $4.35 billion in 2023 and $5.88',
    ],
    ['In which year did Tesla first make a profit?', 'was first positive in 2020'],
    ['Is the gross margin of Adobe and Intuit rising?', "Adobe's gross margin"],
    ['Did the revenue of CBRE fall in 2020 and 2023?', 'in 2022 to $31.5 billion in 2023'],
    ['Which S&P 500 retailers lost revenue in the latest year?', 'with figures lost revenue'],
    ['Which semiconductor equipment company has the highest return on equity?', 'KLA had'],
    [
      'What share of the combined revenue of Apple and Alphabet does Apple have?',
      "Apple's share was",
    ],
    ['top 3 banks in the S&P 500 by net income 2024', '13 S&P 500 banks with figures'],
    [
      'Did Boeing make a loss in every year since 2019?',
      "No: Boeing's net income was negative in 6 of the 7 years from 2019 to 2025, all but 2025",
    ],
    ['How many shares outstanding does Microsoft have?', 'weighted average diluted shares'],
    ['Which energy company in the S&P 500 had the largest net income in 2023?', 'Exxon Mobil'],
    ['Which companies had net income above 80 billion USD in 2024?', '4 of the'],
    ['How is free cash flow defined?', 'Operating cash flow minus capital expenditures'],
    ['What is the net debt of AT&T?', "AT&T's net debt was $"],
    ['In which year did Amazon first make a profit?', 'all but 2012, 2014 and 2022'],
    [
      'In which years did the net income of Intel exceed 20 billion?',
      'was above $20.0 billion in 3 of the 19 years',
    ],
    ['Is the growth of the revenue of PayPal falling?', '6.8% to $31.8 billion in 2024 and 4.3%'],
    ['gross profit of Tesla in Q3 2023', '$17.7 billion in 2023'],
    ["Lowe's debt to equity", 'so its debt to equity ratio for that time has no meaning'],
    ['calendar 2023 revenue of Microsoft', '$227.6 billion in calendar 2023'],
    ['Microsoft revenue in calendar Q4 2023', 'second quarter of fiscal 2024'],
    ['Dollar Tree Q4 2023 revenue', '$8.64 billion'],
    ['Did Tesla make a profit in 2019?', 'No: Tesla lost $862 million in 2019'],
    ["Did Apple's revenue exceed $300 billion in 2023?", 'Yes: '],
    ['What is the FY2018 capital expenditure (in USD millions) of 3M?', '$1,577 million'],
    ["Which company's revenue fell the most in 2024?", 'had the steepest decline in revenue'],
    [
      'Where does Apple rank by revenue in the S&P 500 in 2024?',
      'Apple had the fourth highest revenue in 2024 among',
    ],
    ['Compare the revenue of Apple and Foobar in 2023.', '$383.3 billion'],
    ['FB revenue 2020', '$86.0 billion'],
    ['How much money did Intel lose in 2024?', 'Intel lost $18.8 billion'],
    ['how many shares does ford have outstanding', "Ford Motor's weighted average diluted shares"],
    ['does intel still pay a dividend', 'No: Intel paid nothing in dividends in 2025, after it'],
    ['total debt of boeing', 'long-term debt including its current portion was $47.0 billion'],
    ['rank delta united american southwest by net margin 2024', 'of the 3: 5.6% in 2024'],
    [
      'how leveraged is at&t compared with verizon, debt to equity',
      'Verizon had the higher ratio of total liabilities to equity: 2.82',
    ],
    ['home depot return on equity 2022', 'it mostly shows how small shareholders'],
    ["What was Boeing's return on equity in 2024?", 'so its return on equity for that time has no'],
    [
      'what grew faster at apple since 2020, revenue or net income',
      "Apple's net income grew faster: 95.1%, from $57.4 billion in fiscal 2020",
    ],
    ['did tesla lose money in any quarter of 2025', 'negative in none of the 4 periods'],
    ['why did nvidias profit explode', "Nvidia's net income rose 64.7%"],
    ['gross margin of amd nvidia and intel in 2025', 'of the 3: 75.0%'],
    ['bank of america wells fargo citigroup: net income', 'highest net income of the 3'],
    [
      'which energy companies had a loss in 2025',
      'None of the 21 S&P 500 companies in energy with figures made a loss',
    ],
    ['how has the share count of apple changed in ten years', 'as of 26 September 2015'],
    [
      'Which of Walmart and Target does best by gross margin, operating margin, net margin and revenue?',
      'Target comes out ahead on all 3 measures, by gross margin, operating margin and net margin; revenue does not say who is better.',
    ],
    ['is amd growing faster than nvidia', "Nvidia's revenue grew faster: 65.5%"],
    ['is amd catching up with nvidia in revenue', 'Nvidia had the higher revenue'],
    ["What is Pfizer's debt situation?", "Pfizer's long-term debt was $60.6 billion"],
    [
      'Which banks in the S&P 500 have the highest return on equity?',
      'JPMorgan Chase had the highest return on equity',
    ],
    ['how much cash does apple have on hand', 'Apple held $45.6 billion in cash'],
    ['In which years did Uber lose money?', "Uber's net income was negative in 5 of the 9 years"],
    [
      'how many times bigger is apples profit than nvidias in 2022',
      "more than Nvidia's $9.75 billion in fiscal 2022 (year to 30 January 2022), or 10.2 times as much",
    ],
    [
      'how did nvidia revenue grow over the last 3 fiscal years',
      'from $60.9 billion in fiscal 2024',
    ],
    [
      'compare apple microsoft google amazon nvidia meta tesla by net income 2025',
      'Alphabet had the highest net income of the 7',
    ],
    ['which airline makes the most money', 'had the highest net income'],
    ['united health revenue 2025', "UnitedHealth's revenue was $447.6 billion in 2025"],
    ['netflix revenue per quarter 2025', '$12.1 billion in the fourth quarter of 2025'],
    ['quarterly operating margin of amazon 2024 and 2025', '9.7% in the third quarter of 2025'],
    ['visa mastercard and american express net margin 2024', 'of the 3: 55.0% in fiscal 2024'],
    ['which is growing faster amd or nvidia', "Nvidia's revenue grew faster: 65.5%"],
    ['is amd growing faster than nvidia', "Nvidia's revenue grew faster: 65.5%"],
    ['did Target grow slower than Walmart in 2023?', "Target's revenue fell: 1.6%"],
    ["What was Tesla's best year for net income?", "Tesla's net income was highest in 2023 at"],
    ['Pfizer revenue 2019 to 2023', '$101.2 billion in 2022 and $59.6 billion in 2023'],
    [
      'revenue and diluted earnings per share of Adobe in 2024',
      "Adobe's revenue was $21.5 billion",
    ],
    ['selling, general and administrative expense of Coca-Cola', 'was $14.5 billion in 2025'],
    ['goodwill as a share of total assets of IBM', 'was 45.4% as of 30 June 2025'],
    ['payout ratio of Kraft Heinz', 'so its payout ratio for that time has no meaning'],
    [
      'revenue of Best Buy in fiscal 2021',
      '$47.3 billion in fiscal 2021 (year to 30 January 2021)',
    ],
    ['net income of GS, MS and JPM in 2024', 'Morgan Stanley with $13.4 billion'],
    ['operating expenses of Netflix in 2025', 'less operating income of $13.3 billion'],
    [
      'highest net income in the financials sector of the S&P 500',
      'the 76 S&P 500 companies in financials',
    ],
    [
      'Which S&P 500 company with headquarters in New York City has the highest net income?',
      'JPMorgan Chase had the highest net income',
    ],
    ['P&G dividend per share 2017', 'declared dividends of $2.70 per share in fiscal 2017'],
    ['how many shares has microsoft repurchased in 2022', 'spent $32.7 billion on share'],
  ])('"%s"', (question, expected) => {
    expect(said(question)).toContain(expected)
  })
})

describe('a fresh machine refuses', () => {
  it.each([
    "What was Apple's net income in 1975?",
    'What was the revenue of Volkswagen in 2023?',
    "What is Apple's share price?",
    "What was Apple's revenue in China in 2023?",
    'Why did Intel fall in 2023?',
    'How did Intel stock perform in 2023?',
    'How did Azure perform for Microsoft in 2023?',
    'How did the cloud business of Microsoft perform in 2023?',
    'Which company had the largest revenue in Germany in 2023?',
    'Which company has the best CEO?',
    // Landlords and some banks file only a small part of their revenue as such.
    'UDR revenue 2023',
    'Essex Property Trust revenue 2024',
    'M&T Bank revenue 2024',
    "What was Apple's revenue in the second half of 2023?",
    'Which company had the largest net income in 2024, excluding Apple?',
    "What was Apple's non-GAAP net income in 2023?",
    `Which company had the highest ${'net revenue '.repeat(3_000)}in 2023?`,
  ])('"%s"', question => {
    expect(said(question)).toBe('')
  })
})

it('a figure has its unit and period, and cites the filing at sec.gov', () => {
  const { statements: [statement] = [], table } =
    ask("What was Walmart's revenue in fiscal 2024?") ?? {}
  expect(table?.rows[0]?.cells.map(cell => cell?.text)).toEqual([
    '$648,125 million (to 31 January 2024)',
  ])
  expect(statement?.text).toBe(
    "Walmart's revenue was $648.1 billion in fiscal 2024 (year to 31 January 2024), 6.0% more than a year before.",
  )
  const { url, title } = statement?.evidence[0]?.passage ?? {}
  expect(url).toMatch(
    /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/104169\/\d+\/.*-index\.htm$/,
  )
  expect(title).toContain('10-K filed 2024-03-15')
})

describe('figures per share across a split', () => {
  it('are counted in the shares of today, and the answer says so', () => {
    const said2025 = said('Netflix diluted EPS 2025')
    expect(said2025).toContain('$2.53 in 2025, 27.6% more than a year before')
    expect(said2025).toContain('(adjusted for a 10-for-1 share split)')
    const growth =
      'What was the average annual growth of the diluted earnings per share of Nvidia from fiscal 2020 to fiscal 2025?'
    expect(said(growth)).toContain('from $0.113 in fiscal 2020')
  })

  it('are compared within the years that count alike', () => {
    expect(said('Apple EPS growth 2022 to 2024')).toContain('fell 0.49%, or $0.03')
  })
})

it("a ranking without a year is by each company's latest, and says which", () => {
  expect(said('company with the highest net income')).toMatch(
    /^Microsoft had .*, each in its latest fiscal year: .*\(year to 30 June 2026\), followed by Alphabet .*, Nvidia with .* \(year to 25 January 2026\)/,
  )
  const growth = said('fastest revenue growth since 2020')
  expect(growth).not.toContain('General Mills')
  expect(growth).not.toContain('(partly from')
})

it.each([
  [
    'Which of Amazon and Microsoft has the higher EBITDA?',
    "Amazon's earnings before interest, taxes, depreciation and amortization were $121.4 billion",
    'Microsoft: earnings before interest, taxes, depreciation and amortization',
  ],
  [
    'Which companies in the utilities sector have the highest total debt?',
    'NextEra Energy had the highest long-term debt',
    'ranking by total debt (given instead: long-term debt)',
  ],
  [
    'Which of Apple and Sony has the higher revenue?',
    "Apple's revenue was",
    'A company called Sony (not found in the filings here)',
  ],
])('names the nearest figure, or the company that is missing: "%s"', (question, expected, note) => {
  const { statements = [], missing = [] } = ask(question) ?? {}
  expect(statements[0]?.text).toContain(expected)
  expect(missing.join()).toContain(note)
})

it.each([
  ['GDP of Poland', 914_696_000_000, 'USD', /^GDP, which is \$197.8 billion more, but .*measure/],
  ['GDP of Portugal', 308_683_000_000, 'USD', /^GDP, which is \$408.2 billion less, but .*measure/],
  ['population of Portugal', 10_194_277, 'people', /^GDP\.$/],
])('says whether the %s is a larger number than a revenue', (place, number, unit, expected) => {
  const answer = answerOf({ text: 'GDP.', facts: [{ number, unit } as Fact] })
  const isPlace = (text: string) => text.includes(place)
  const mention = { subjects: [{ kind: 'country' }] } as unknown as Mention
  const told = (text: string) =>
    isPlace(text) ? { mentions: [mention], answer } : { mentions: [] as readonly Mention[] }
  const mixed = splitMixed(`Is the revenue of Amazon larger than the ${place}?`, store, told, today)
  expect(mixed?.answer.statements[0]?.text).toMatch(expected)
  expect(mixed?.answer.missing).toHaveLength(unit === 'USD' ? 0 : 1)
})

it('gives no verdict on a sign of several companies if one has no figure', () => {
  const text = said('Was the free cash flow of Duke Energy and NextEra negative in 2024?')
  expect(text).toMatch(/^Duke Energy's free cash flow was \$48\.0 million/)
})

it('gives no other measure for debt or cash flow that is not known', () => {
  expect(said('total debt of general motors vs ford 2023')).toBe('')
  expect(said('What was the EBITDA of Marriott in 2023?')).toBe('')
})

it('counts the years in which a figure doubled', () => {
  expect(
    said('How many years did it take for the net income of Lilly to double since 2020?'),
  ).toContain(
    "Eli Lilly's net income took 5 years to double: $6.19 billion in 2020 and $20.6 billion in 2025.",
  )
})

it('compares dozens of companies, and names the first of them', () => {
  const names =
    'Amazon, Apple, Boeing, Broadcom, Chevron, Cisco, Comcast, Costco, Disney, Intel, Merck'
  const text = said(
    `Which of ${names}, Meta, Netflix, Nvidia, Pfizer and Walmart has the highest revenue?`,
  )
  expect(text).toMatch(/^Amazon had the highest revenue of the 16: .*and 4 others\./)
})

it('begins the courses of companies with the same year', () => {
  const question = 'compare walmart and target on operating margin over the last 5 years'
  const [{ text } = { text: '' }] = ask(question, { effort: 'standard' })?.statements ?? []
  expect(text).toContain(
    'Target has the higher operating margin (operating income ÷ revenue): 4.9%',
  )
  expect(text).toContain('down from 8.4% in fiscal 2021 (year to 29 January 2022)')
  expect(text).toContain('down from 4.5% in fiscal 2022 (year to 31 January 2022)')
})

it('names a part of a figure that filings here do not give', () => {
  const { missing } = ask('whats microsofts azure revenue and total revenue') ?? {}
  expect(missing).toEqual(['azure revenue (filings here give totals only)'])
  expect(said('aws share of operating income for amazon')).toBe('')
  expect(ask('kraft heinz goodwill writedowns and net losses since 2018')?.missing).toEqual([
    'goodwill writedowns (filings here give totals only)',
  ])
})

it('names unknown companies in full', () => {
  const american = (name: string) => `A company called ${name} (not found in the filings here)`
  const listed = 'net margin 2024 of Delta Air Lines, American Airlines and Southwest Airlines'
  expect(ask(listed)?.missing).toEqual([american('American Airlines')])
  const rank = 'Which of Delta, United and American Airlines has the highest operating margin?'
  expect(said(rank)).toMatch(/^Delta Air Lines had the highest .* of the 2 with figures: /)
  expect(ask(rank)?.missing).toEqual([american('American Airlines')])
  expect(said('Which of Huawei and Apple has the higher revenue?')).toMatch(
    /^Revenue cannot be compared, because the filings here do not have it for Huawei: Apple's /,
  )
  expect(
    said('Which of Merck and Pfizer had the higher research and development expense in 2025?'),
  ).toMatch(
    /^Research and development expense cannot be compared, .* for Pfizer: Merck spent \$15\.8 billion/,
  )
})

it.each([
  [
    'Rank the big US airlines (delta, united, american, southwest) by operating margin in 2025',
    'A company called american (not found in the filings here)',
  ],
  [
    'costco membership fees 2025 and total revenue',
    'membership fees (filings here give totals only)',
  ],
  ['goldman sachs revenue fiscal 2024 and gross margin', 'Goldman Sachs: gross margin in 2024'],
  [
    'What was the operating margin of Caterpillar and Deere in each of the last 3 years?',
    'Deere: operating margin in fiscal 2025 (not in the filings here yet)',
  ],
  [
    'what is nvidias P/E ratio and its eps',
    'Nvidia: price to earnings ratio (no share prices are held)',
  ],
  [
    'how much cash does berkshire have',
    'Berkshire Hathaway: short-term investments such as Treasury bills (they are not part of cash and cash equivalents)',
  ],
])('names the part of "%s" that has no answer', (question, expected) => {
  expect(ask(question)?.missing).toEqual([expected])
})

it('a name that no company goes by is listed as not found', () => {
  const { missing } = ask('Which had higher revenue in 2023, Apple or Samsung?') ?? {}
  expect(missing).toEqual(['A company called Samsung (not found in the filings here)'])
})

it('a figure that a company gave up reporting years ago is not its latest', () => {
  expect(said('long-term debt of Ford')).toBe('')
  expect(ask('debt of Ford')?.missing).toEqual(['Ford Motor: total debt'])
})

it('lists as many companies as a ranking asks for', () => {
  const { statements = [], items = [] } = ask('12 largest S&P 500 companies by revenue') ?? {}
  expect(statements.map(({ text }) => text)).toEqual([
    'Amazon had the highest revenue of the 474 S&P 500 companies with figures, each in its latest fiscal year: $716.9 billion (2025).',
  ])
  expect(items.map(({ text }) => text.split(':')[0])).toHaveLength(12)
  expect(items[0]?.text).toBe('Amazon: $716.9 billion (2025).')
  expect(items[1]?.text).toBe('Walmart: $713.2 billion (year to 31 January 2026).')
})

it('names a part of a figure that no filing here gives', () => {
  const { missing } = ask("What was Apple's iPhone revenue and net income in 2023?") ?? {}
  expect(missing).toEqual(['iPhone revenue (filings here give totals only)'])
})

it.each([
  'How many shares did Apple buy back in 2023?',
  'number of shares repurchased by Apple in fiscal 2023',
  'How many Apple shares were bought back in 2023?',
])('gives the amount spent, and says so, if a number of shares is asked for: %s', question => {
  expect(ask(question)?.missing).toEqual([
    'Apple: number of shares bought back in fiscal 2023 (given instead: share repurchases)',
  ])
})

it.each([
  ['GM revenue 2023', 'General Motors'],
  ['GM net margin 2024', 'General Motors'],
  ['Healthpeak revenue 2024', 'Healthpeak Properties'],
])('says that revenue which no filing here gives may be a part of it: %s', (question, name) => {
  expect(ask(question)?.missing).toEqual([
    `${name}: revenue that is not from contracts with customers, such as leases and interest (the figure may leave it out)`,
  ])
  expect(ask('Ford revenue 2016')?.missing).toEqual([])
})

it('source controls hold for filings on this machine', () => {
  const sources = { exclude_domains: ['sec.gov'] }
  expect(said("What was Apple's net income in 2023?", { sources })).toBe('')
})

it('shows more with each effort, and everything it shows is supported', () => {
  const efforts = ['lite', 'standard', 'deep', 'exhaustive', 'frontier'] as const
  const counts = efforts.map(effort => {
    const { statements = [], background = [] } =
      ask("What is Apple's free cash flow?", { effort }) ?? {}
    const told = [...statements, ...background.flatMap(one => one.statements)]
    const cells = background.flatMap(({ table }) => (table?.rows ?? []).flatMap(row => row.cells))
    const all = [...told, ...cells.filter(cell => cell !== undefined)]
    for (const { text, evidence, isVerbatim, computed = [] } of all) {
      const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
      expect(verifyComposed({ text, quotes, computed, isVerbatim }).verdict).toBe('kept')
    }
    return all.length
  })
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBe(efforts.length)
})

it('gives no figure of a collection that was removed while the engine runs', () => {
  const path = join(folder, 'removed.db')
  installFacts(path)
  const own = openFacts(path)
  const ownStore = openCompanyStore(own)
  const policy = compilePolicy({}, { now: new Date(today) })
  const request = { store: ownStore, kind: 'finance', policy, today, effort: 'lite' } as const
  const question = "What was Apple's net income in 2023?"
  expect(findLocalFacts(question, request)?.facts).not.toEqual([])
  const other = openFacts(path, { readOnly: false })
  other.remove('company-filings')
  other.close()
  expect(findLocalFacts(question, request)?.facts ?? []).toEqual([])
  own.close()
})

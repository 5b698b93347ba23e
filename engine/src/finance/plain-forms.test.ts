import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../budgets.ts'
import { createLedger } from '../evidence/ledger.ts'
import type { Facts } from '../facts/facts.ts'
import { installFacts } from '../facts/install-facts.ts'
import { openFacts } from '../facts/open-facts.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { type CompanyStore, openCompanyStore } from './company-store.ts'
import { findLocalFacts } from './local-facts.ts'

const today = '2026-11-16'
let folder: string
let facts: Facts
let store: CompanyStore

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-'))
  installFacts(join(folder, 'facts.db'))
  facts = openFacts(join(folder, 'facts.db'))
  store = openCompanyStore(facts)
})
afterAll(() => {
  facts.close()
  rmSync(folder, { recursive: true })
})

function ask(question: string, effort: Effort = 'lite') {
  const policy = compilePolicy({}, { now: new Date(today) })
  const asked = { today, effort }
  const local = findLocalFacts(question, { store, kind: 'finance', policy, ...asked })
  return local && answerFromFacts(question, { ...local, ledger: createLedger(), ...asked })
}

const said = (question: string, effort?: Effort) =>
  ask(question, effort)
    ?.statements.map(({ text }) => text)
    .join(' ') ?? ''

it.each(['please', 'in dollars'])('takes no courtesy or unit for a company: %s', words => {
  const answer = ask(`Compare the revenue of Apple and Microsoft, ${words}.`)
  expect(answer?.missing).toEqual([])
})

describe('growth is ranked', () => {
  it('over the years that all companies have', () => {
    expect(said('Which of Apple and Microsoft grew revenue more since 2019?')).toContain(
      "Microsoft's revenue grew faster: 123.9%, from $125.8 billion in fiscal 2019 (year to 30 June 2019) to $281.7 billion in fiscal 2025",
    )
  })

  it('in percentage points for margins', () => {
    expect(
      said('Which of Apple, Microsoft and Alphabet grew operating margin fastest since 2019?'),
    ).toBe(
      "Microsoft's operating margin (operating income ÷ revenue) rose most: 11.5 percentage points, from 34.1% in fiscal 2019 (year to 30 June 2019) to 45.6% in fiscal 2025 (year to 30 June 2025); Alphabet's rose 10.9 percentage points, from 21.1% in 2019 to 32.0% in 2025; Apple's rose 7.4 percentage points, from 24.6% in fiscal 2019 (year to 28 September 2019) to 32.0% in fiscal 2025 (year to 27 September 2025).",
    )
  })

  it('from the slowest, which may have fallen', () => {
    expect(
      said('Which of Apple, Microsoft and Alphabet grew revenue slowest since 2019?'),
    ).toContain("Apple's revenue grew slowest: 60.0%")
    expect(said('Which of Boeing, Intel and Nvidia grew revenue slowest since 2019?')).toContain(
      "Intel's revenue was the only one to fall: 26.6%, from $72.0 billion in 2019 to $52.9 billion in 2025",
    )
  })

  it('where a result that became a loss is named by itself', () => {
    expect(said('Which of Boeing, Intel and Nike grew net income fastest since 2018?')).toContain(
      "Intel's went from $21.1 billion in 2018 to a loss of $267 million in 2025, for which there is no growth rate",
    )
  })
})

describe('shares of measures are given', () => {
  it('for several at once', () => {
    const text = said(
      'What are research and development expense and capital expenditures as a share of revenue of Intel and AMD?',
    )
    expect(text).toContain('research and development expense as a share of revenue: 26.1% in 2025')
    expect(text).toContain('capital expenditures as a share of revenue: 27.7% in 2025')
    expect(text).not.toContain('$')
  })

  it('beside other measures of a list', () => {
    const text = said(
      'What were the revenue, goodwill as a share of total assets and net margin of Apple and IBM in 2024?',
    )
    expect(text).toContain('Apple had the higher revenue: $391.0 billion')
    expect(text).toContain("IBM's goodwill as a share of total assets was 44.3%")
    expect(text).toContain('Apple had the higher net margin (net income ÷ revenue): 24.0%')
  })

  it('as measures to rank all companies by', () => {
    expect(
      said(
        'Which S&P 500 companies in the health care sector have a research and development expense as a share of revenue above 25%?',
      ),
    ).toContain('Regeneron Pharmaceuticals with 40.8% (2025) and Incyte with 39.9% (2025)')
  })
})

describe('the return to the level of a year', () => {
  it('is the first year at or above it after a fall', () => {
    expect(
      said(
        'When did the revenue of Boeing, Delta Air Lines and Apple return to its level of 2019?',
      ),
    ).toBe(
      "Boeing's revenue returned to its level of 2019 in 2023: $77.8 billion, against $76.6 billion, after a low of $58.2 billion in 2020. Delta Air Lines' revenue returned to its level of 2019 in 2022: $50.6 billion, against $47.0 billion, after a low of $17.1 billion in 2020. Apple's revenue never fell below its level of fiscal 2019, $260.2 billion: the lowest since was $274.5 billion in fiscal 2020 (year to 26 September 2020).",
    )
  })

  it('is still ahead of some', () => {
    expect(said('When did the revenue of Intel return to its level of 2019?')).toBe(
      "Intel's revenue has not returned to its level of 2019, $72.0 billion: $52.9 billion in 2025.",
    )
  })
})

it('gives every second year from the first', () => {
  expect(said('What was the revenue of Intel every 2 years since 2018?')).toBe(
    "Intel's revenue was $70.8 billion in 2018, $77.9 billion in 2020, $63.1 billion in 2022 and $53.1 billion in 2024, down 25.0% over the whole span.",
  )
})

it.each([
  [
    'Which of Boeing, Intel and Nike made a loss in 2024?',
    '2 of the 3 made a loss: Intel lost $18.8 billion in 2024 and Boeing lost $11.8 billion in 2024; Nike earned $5.70 billion in fiscal 2024 (year to 31 May 2024).',
  ],
  [
    'Which of Apple and Nike made a loss in 2024?',
    'None of the 2 made a loss: Nike earned $5.70 billion in fiscal 2024 (year to 31 May 2024) and Apple earned $93.7 billion in fiscal 2024 (year to 28 September 2024).',
  ],
  [
    'Which of Boeing and Nike made a profit in 2024?',
    '1 of the 2 made a profit: Nike earned $5.70 billion in fiscal 2024 (year to 31 May 2024); Boeing lost $11.8 billion in 2024.',
  ],
])('says first who did: "%s"', (question, answer) => {
  expect(said(question)).toBe(answer)
})

it('says once when the same fiscal year of several companies ends', () => {
  const text = said('Compare the operating margin and revenue of Walmart and Kroger.')
  expect(text.match(/year to 31 January 2026/g) ?? []).toHaveLength(1)
})

describe('companies are screened', () => {
  it('by two conditions, with the figures of both', () => {
    const question =
      'Which S&P 500 companies in the health care sector have a revenue above 20 billion dollars and a net margin above 15%?'
    const { statements, items, table } = ask(question) ?? {}
    expect(statements?.[0]?.text).toBe(
      '6 of the 59 S&P 500 companies in health care with figures had revenue above $20 billion and a net margin above 15%, each in its latest fiscal year.',
    )
    expect(items?.[1]?.text).toBe('Eli Lilly: $65.2 billion (2025; net margin 31.7%).')
    expect(table?.columns).toEqual(['', 'Revenue', 'Net margin', 'Year', 'Filing'])
  })

  it('before they are ranked', () => {
    expect(
      said(
        'Which 3 S&P 500 companies with headquarters in Texas and a revenue above 10 billion dollars have the highest net margin?',
      ),
    ).toContain(
      'Charles Schwab had the highest net margin of the 34 S&P 500 companies with headquarters in Texas and revenue above $10 billion that have figures, each in its latest fiscal year: 37.0% (2025; revenue $23.9 billion), followed by Texas Instruments with 28.3%',
    )
  })

  it('in one of several sectors or places', () => {
    expect(
      said(
        'Which S&P 500 companies in the consumer staples or energy sector have a net margin above 25%?',
      ),
    ).toMatch(
      / of the \d+ S&P 500 companies in consumer staples or energy .*Texas Pacific Land.*Coca-Cola/,
    )
    expect(
      said(
        'Which 3 S&P 500 companies with headquarters in Texas or Ohio have the highest revenue?',
      ),
    ).toContain('McKesson had the highest revenue of the 65 S&P 500 companies')
  })

  it('between two limits, or at least at one', () => {
    expect(
      said('Which pharmaceutical companies have a net margin between 20% and 28.2%?'),
    ).toContain('between 20% and 28.2%')
    expect(
      said(
        'How many S&P 500 banks have a return on equity of at least 12% and a return on assets of at least 1.1%?',
      ),
    ).toContain('1 of the 13 S&P 500 banks')
  })

  it('and counted by sector', () => {
    expect(said('How many S&P 500 companies with headquarters in Texas are in each sector?')).toBe(
      'The 48 S&P 500 companies with headquarters in Texas are in 10 sectors: Energy with 15, Industrials with 9, Information Technology with 7, Real Estate with 5, Utilities with 4, Consumer Staples with 2, Financials with 2, Consumer Discretionary with 2, Communication Services with 1 and Health Care with 1.',
    )
  })

  it('but not when sectors are to be compared by results', () => {
    expect(said('Which sector of the S&P 500 had the most companies with a loss in 2024?')).toBe('')
  })
})

it('reads no aim into the name of a company', () => {
  expect(said('What was the revenue of Best Buy and Target in 2023 and 2024?')).not.toMatch(
    /highest|comes out/,
  )
  expect(said('What was the revenue of Expand Energy in 2023 and 2024?')).toContain(
    "Expand Energy's revenue",
  )
})

it('averages margins', () => {
  expect(said('What was the average net margin of Intel over the last 2 years?')).toContain(
    'averaged −17.9%: −35.3% and −0.51%',
  )
})

it.each([
  ['Rank Visa, Mastercard and American Express by revenue.', ['American', 'Visa', 'Mastercard']],
  ['Which of Nike, Boeing and Intel made a loss in 2024?', ['Intel', 'Boeing']],
])(
  'gives the companies in the order of the answer, for questions about them: "%s"',
  (question, names) => {
    const given = ask(question)?.given ?? []
    const nameOf = (one: string) => store.companies.find(({ cik }) => one.startsWith(cik))?.name
    expect(given.map(one => nameOf(one)?.split(' ')[0])).toEqual(names)
  },
)

describe('companies whose newest figures are old', () => {
  it('are not ranked beside newer ones', () => {
    expect(
      said(
        'What was the long-term debt of Exxon Mobil and Chevron in each year from 2015 to 2025?',
        'deep',
      ),
    ).toBe(
      "Chevron's long-term debt was $25.7 billion as of 31 December 2021, down 5.2% since 31 December 2015; Exxon Mobil has no value after 2017, so it is not ranked.",
    )
  })

  it('leave a leader of those with figures', () => {
    expect(
      said(
        'Compare the research and development expense of Pfizer, Merck and Bristol-Myers Squibb.',
      ),
    ).toMatch(/^Merck had the highest research and development expense of the 2 with figures: /)
  })
})

describe('growth of several companies', () => {
  it('begins with the year asked for, and later for one without it', () => {
    expect(said('Which of Nike, Lululemon and Deckers grew revenue fastest since 2015?')).toMatch(
      /^Lululemon Athletica's revenue grew fastest: 438\.8%, from \$2\.06 billion in fiscal 2015 .*Deckers Brands' figures begin later: \$5\.47 billion in fiscal 2026 .* since fiscal 2017/,
    )
  })

  it('is over the same calendar years, whatever each company calls them', () => {
    expect(
      said(
        'What was the average annual growth of the revenue of Walmart and Target from 2015 to 2024?',
      ),
    ).toMatch(
      /from \$482\.1 billion in fiscal 2016 \(year to 31 January 2016\) to \$681\.0 billion in fiscal 2025 \(year to 31 January 2025\)\. Target's .*fiscal 2015 \(year to 30 January 2016\).*fiscal 2024 \(year to 1 February 2025\)/,
    )
  })
})

it('tells the first and the last alone where several measures have a table', () => {
  const text = said(
    'What were the revenue and operating income of Union Pacific, Norfolk Southern and CSX in each year since 2015?',
    'deep',
  )
  expect(text).toContain('Union Pacific has the highest revenue: $24.5 billion in 2025')
  expect(text).toContain('Norfolk Southern has the lowest: $12.2 billion in 2025')
  expect(text).not.toContain('CSX')
})

describe('a change', () => {
  it('to nothing has no percentage', () => {
    expect(said('How did the share repurchases of Intel change from 2019 to 2023?')).toBe(
      "Intel's share repurchases were $0 in 2023, after $13.6 billion in 2019; they were highest with $14.2 billion in 2020.",
    )
  })

  it('of net debt across zero gives the ends', () => {
    expect(said('How did the net debt of Nvidia change since 2019?')).toMatch(
      /^Nvidia's net debt \(.*\) went from \$1\.21 billion as of 27 January 2019 to −\$2\.14 billion as of 25 January 2026/,
    )
  })
})

describe('figures that no filing gives are calculated', () => {
  it('such as operating expenses from revenue and operating income', () => {
    // Union Pacific: $24.51 billion of revenue less $9.85 billion of operating income.
    expect(
      said('What are the operating expenses as a share of revenue of Union Pacific?'),
    ).toContain('59.8% in 2025')
  })

  it('such as free cash flow after dividends', () => {
    expect(said('What is the free cash flow after dividends of Chevron?')).toContain(
      'free cash flow of $16.6 billion less dividends paid of $12.8 billion',
    )
  })

  it('such as the total of the years that are known', () => {
    // 4,796 + 5,310 + 5,096 + 5,051 + 5,595 + 5,976 + 6,931 + 7,191 million dollars.
    expect(
      said('What was the total research and development expense of Eli Lilly from 2015 to 2025?'),
    ).toContain('from 2015 to 2022 came to $45.9 billion')
  })
})

it('keeps a measure that most companies have, instead of another one for all', () => {
  const text = said('Compare the dividends paid of Pfizer, Merck, AbbVie and Eli Lilly.')
  expect(text).toContain('highest dividends paid of the 3 with figures')
  expect(text).not.toContain('per share')
})

it('counts the companies of several cities, and lists them for the next question', () => {
  const question =
    'Which S&P 500 companies have their headquarters in Minneapolis, Atlanta or Houston?'
  expect(said(question)).toMatch(
    /^39 S&P 500 companies have their headquarters in Minneapolis, Atlanta or Houston: Minneapolis has 5 \(Ameriprise Financial, .*\), Atlanta has 14 \(.*\) and Houston has 20 \(/,
  )
  expect(ask(question)?.given).toHaveLength(39)
})

describe('what the companies of a group have together', () => {
  it('is added up, with how many of them have a figure', () => {
    expect(said('What is the total revenue of the materials sector of the S&P 500?')).toMatch(
      /^The total revenue of the 25 S&P 500 companies in materials, .* was \$484\.4 billion, led by Dow with \$40\.0 billion/,
    )
  })

  it('is averaged, with the median', () => {
    expect(said('What is the average net margin of the S&P 500 banks?')).toMatch(
      /^The average net margin of the 8 of 13 S&P 500 banks with figures, .* was 25\.3%, each company counted alike; the median was 25\.4%/,
    )
  })

  it('is what the share of one company is of', () => {
    const share =
      'What share of the revenue of the information technology sector of the S&P 500 does Apple have?'
    expect(said(share)).toMatch(
      /^Apple's revenue of \$416\.2 billion was 18\.2% of the total of the 73/,
    )
  })
})

describe('a ranking', () => {
  it('leaves out companies and places that the question excludes', () => {
    const outside =
      'Which S&P 500 company with headquarters outside California has the highest net income?'
    expect(said(outside)).toMatch(/^Microsoft had the highest net income of the 425/)
    const apart = 'Which semiconductor company apart from Nvidia has the highest gross margin?'
    expect(said(apart)).toMatch(
      /^Broadcom had the highest gross margin of the 19 .* apart from Nvidia/,
    )
  })
})

describe('a company', () => {
  it.each([
    ['What was the revenue of Zoom in 2024?', 'Zoom Communications'],
    ['What was the revenue of Southern Company in 2024?', 'Southern Company'],
    ['What was the revenue of Southwest in 2024?', 'Southwest Airlines'],
    ['What was the net income of First Citizens in 2023?', 'First Citizens Bancshares'],
  ])('goes by the beginning of its name: %s', (question, name) => {
    expect(ask(question)?.statements[0]?.text).toContain(name)
  })
})

describe('gaps', () => {
  it('are named by a sum or an average over years', () => {
    expect(said("What was the total net income of Domino's from 2019 to 2024?")).toMatch(
      /^Domino's net income from 2019 to 2024, without 2022, came to \$2\.51 billion/,
    )
  })

  it('up to today leave open whether a figure rose', () => {
    expect(said('Did the net debt of ExxonMobil rise since 2010?')).toMatch(
      /^The filings here do not give the net debt of Exxon Mobil at the end of 2010: /,
    )
    const [missing] = ask('Did the net debt of ExxonMobil rise since 2010?')?.missing ?? []
    expect(missing).toBe(
      'Exxon Mobil: net debt at the end of 2010, at the end of 2011 and at the end of 2018 to 2025',
    )
  })
})

describe('a table of several companies', () => {
  it('has quarters of different fiscal years under the calendar quarter that they mostly cover', () => {
    const table = ask(
      'What was the revenue of UPS and FedEx in each of the last 4 quarters?',
    )?.table
    expect(table?.columns.slice(1)).toEqual([
      'Third calendar quarter of 2025',
      'Fourth calendar quarter of 2025',
      'First calendar quarter of 2026',
      'Second calendar quarter of 2026',
    ])
    expect(table?.rows.map(({ cells }) => cells[0]?.text)).toEqual([
      '$21,415 million',
      '$22,244 million (to 31 August 2025)',
    ])
  })

  it('says of fiscal years that are named by the next year that they are', () => {
    const table = ask(
      'What was the revenue of Walmart and Target in each of the last 2 years?',
    )?.table
    expect(table?.rows.map(({ label }) => label)).toEqual([
      'Walmart: revenue (fiscal years to late January of the next year, by which they are named)',
      'Target: revenue (fiscal years to late January of the next year)',
    ])
  })
})

it('says in which year one company was last ahead of the other, without a yes', () => {
  expect(
    said('In which year did the net income of Pepsi last exceed the net income of Coke?'),
  ).toBe(
    "PepsiCo's net income was above Coca-Cola's in 2 of the 19 years from 2007 to 2025: 2017 and 2018; it was $12.5 billion in 2018, against Coca-Cola's $6.43 billion in 2018.",
  )
})

it.each([
  [
    'What is the share repurchases of Booking?',
    /^Booking spent \$6\.44 billion on share repurchases in 2025/,
  ],
  [
    'Which of Visa and Mastercard does best by revenue, operating margin and share repurchases since 2021?',
    /^.* leads by growth of revenue.*; share repurchases do not say who is better\. /,
  ],
  [
    'Which of Intel, AMD, Boeing and Nike has a net margin above 5%?',
    /^2 of the 4 had a net margin above 5%: Advanced Micro Devices with 12\.5% in 2025 and Nike with 6\.7% /,
  ],
  ['Which of Intel and AMD had a net income above 10% in 2025?', /^$/],
  [
    'What were the capital expenditures as a share of revenue and operating cash flow of Apple in 2024?',
    /share of revenue were 2\.4% .* share of operating cash flow were 8\.0% /,
  ],
  [
    'Which of Apple and Microsoft has the higher revenue?',
    /^Apple had the higher revenue: .*; Microsoft's figure is of a later year\./,
  ],
  [
    'What were the diluted earnings per share of Exxon Mobil in each year from 2020 to 2022?',
    /^The filings here do not give the diluted earnings per share of Exxon Mobil in 2020: .* from \$5\.39 in 2021 /,
  ],
  [
    'How much did the gross margin of Apple change in the latest quarter?',
    /; revenue is known for a later quarter, the third quarter of fiscal 2026\./,
  ],
  [
    'What was the debt to equity ratio of Ford in 2025?',
    /^The debt to equity ratio of Ford Motor cannot be calculated, because the filings here do not give its total debt: Ford Motor's ratio of total liabilities to equity was 7\.04 /,
  ],
  [
    'Why did the net income of Intel change in 2024?',
    /lower operating income took away \$11\.8 billion \(higher cost of revenue took away \$3\.24 billion, .* other operating lines \$7\.03 billion; .*\) and other lines \(such as interest expense and income tax expense, which the filings here do not give\) \$8\.67 billion\./,
  ],
])('says what it is about and what it leaves out: "%s"', (question, answer) => {
  expect(said(question)).toMatch(answer)
})

import { describe, expect, it } from 'vitest'
import type { Effort } from '../budgets.ts'
import { createLedger } from '../evidence/ledger.ts'
import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { type FiledFigures, reportedScene } from './testing/reported-scene.ts'

const LARKSPUR: Company = { cik: '0000000011', name: 'Larkspur Inc.', tickers: ['LRK'] }
const MCALPINE: Company = { cik: '0000000012', name: "McAlpine's Corp", tickers: ['MCA'] }

const periodOf = (name: string, isMoment: boolean): FiscalPeriod => {
  const [year, part = 'year'] = name.split(' ')
  const quarter = Number(part.slice(1)) || 4
  const end = `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter % 3 === 1 || quarter === 4 ? 31 : 30}`
  const start = `${year}-${part === 'year' ? '01' : String(quarter * 3 - 2).padStart(2, '0')}-01`
  return { ...(!isMoment && { start }), end, fiscalYear: Number(year), part: part as 'year' }
}

const M = 1_000_000
const yearly = (values: Readonly<Record<string, readonly number[]>>): FiledFigures =>
  Object.fromEntries(
    Object.entries(values).map(([concept, own]) => {
      const isMoment = /Debt|Cash|Equity|Inventory/.test(concept) && !/NetCash/.test(concept)
      const dated = own.map((value, at) => [`${isMoment ? '@' : ''}${2023 + at}`, value * M])
      return [`us-gaap:${concept} USD`, Object.fromEntries(dated)]
    }),
  )

const filed = (company: Company, figures: FiledFigures) => ({
  ...{ company, form: '10-K', filedOn: '2026-02-01', period: periodOf('2025', false), figures },
})

const { facts } = reportedScene(
  [
    filed(
      LARKSPUR,
      yearly({
        Revenues: [1000, 1100, 1200],
        CostOfRevenue: [600, 700, 810],
        SellingGeneralAndAdministrativeExpense: [200, 210, 220],
        OperatingIncomeLoss: [200, 190, 170],
        NetIncomeLoss: [150, 140, 120],
        LongTermDebtNoncurrent: [500, 450, 400],
        CashAndCashEquivalentsAtCarryingValue: [100, 120, 90],
        InventoryNet: [60, 70, 81],
        NetCashProvidedByUsedInOperatingActivities: [180, 170, 160],
        PaymentsToAcquirePropertyPlantAndEquipment: [50, 60, 80],
        PaymentsOfDividends: [90, 95, 100],
        PaymentsForRepurchaseOfCommonStock: [30, 40, 50],
        // With minorities, which the other concept leaves out.
        StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: [310, 320, 330],
        StockholdersEquity: [300],
      }),
    ),
    filed(
      MCALPINE,
      yearly({
        Revenues: [2000, 2020, 2040],
        NetIncomeLoss: [300, 310, 330],
        LongTermDebtNoncurrent: [700, 800, 900],
      }),
    ),
    {
      ...filed(LARKSPUR, {
        'us-gaap:Revenues USD': Object.fromEntries(
          ['2025 Q1', '2025 Q2', '2026 Q1', '2026 Q2'].map((name, at) => [
            name,
            (200 + 50 * at) * M,
          ]),
        ),
        'us-gaap:OperatingIncomeLoss USD': { '2025 Q1': 40 * M, '2026 Q1': 50 * M },
      }),
      form: '10-Q',
      period: periodOf('2026 Q2', false),
    },
  ],
  periodOf,
)

const ask = (question: string, effort: Effort = 'lite') =>
  answerFromFacts(question, { facts, ledger: createLedger(), today: '2026-03-01', effort })
const said = (question: string, effort?: Effort) =>
  ask(question, effort)?.statements.map(({ text }) => text) ?? []

describe('a verdict', () => {
  it('names who leads by each measure if nobody leads by most', () => {
    const question =
      "Which of Larkspur and McAlpine's does best by growth of revenue and net margin?"
    expect(said(question)[0]).toBe(
      "No clear winner: Larkspur leads by growth of revenue; McAlpine's leads by net margin.",
    )
    expect(ask(question)?.answered).toContain(question)
  })

  it('counts margins but not size, of which debt is one, and may ask for the last place', () => {
    const by = 'net margin, revenue and long-term debt'
    expect(said(`Which of Larkspur and McAlpine's does best by ${by}?`)[0]).toBe(
      "By net margin alone, McAlpine's comes out ahead; revenue and long-term debt do not say who is better.",
    )
    expect(said(`Which of Larkspur and McAlpine's does worst by ${by}?`)[0]).toBe(
      'By lower net margin alone, Larkspur comes out last; revenue and long-term debt do not say who is worse.',
    )
  })

  it('is not given by measures of size, and says so', () => {
    expect(said("Which of Larkspur and McAlpine's does best by revenue and net income?")[0]).toBe(
      'Revenue and net income say who is larger, not who is better.',
    )
  })

  it('by a single measure says which others have no figures', () => {
    expect(
      said(
        "Which of Larkspur and McAlpine's does best by long-term debt and interest coverage?",
      )[0],
    ).toBe(
      'By lower long-term debt alone, Larkspur comes out ahead; there are no figures for interest coverage.',
    )
  })

  it('by a single measure says which others do not count', () => {
    expect(
      said("Which of Larkspur and McAlpine's does best by long-term debt and revenue?")[0],
    ).toBe(
      'By lower long-term debt alone, Larkspur comes out ahead; revenue does not say who is better.',
    )
  })

  it('says whether dividends are covered', () => {
    expect(said('Can Larkspur cover its dividends with free cash flow in 2025?')).toEqual([
      'No: Larkspur covered its dividends 0.80 times from free cash flow in 2025, down 0.36 on a year before: free cash flow of $80.0 million divided by dividends paid of $100 million.',
    ])
  })
})

describe('reasons', () => {
  it('are the lines that moved a figure, with a note that filings give no words', () => {
    const question = "Why did Larkspur's operating income fall in 2025?"
    expect(said(question)).toEqual([
      "Larkspur's operating income fell 10.5%, or $20.0 million, from $190 million in 2024 to $170 million in 2025: higher cost of revenue took away $110 million and higher selling, general and administrative expense $10.0 million; higher revenue added $100 million.",
    ])
    const { missing, answered, explained } = ask(question) ?? {}
    expect(missing).toEqual([
      "Why did Larkspur's operating income fall in 2025 (the figures show which lines changed, not why they did)",
    ])
    // Prose may still answer.
    expect([answered, explained]).toEqual([[], [question]])
  })

  it('of a margin are shares of revenue, and of a formula its parts', () => {
    expect(said('Why did the operating margin of Larkspur change from 2023 to 2025?')[0]).toContain(
      'from 20.0% in 2023 to 14.2% in 2025: higher cost of revenue relative to revenue took away 7.5 percentage points; lower selling, general and administrative expense relative to revenue added 1.7 percentage points',
    )
    expect(said('Why did the free cash flow of Larkspur change from 2023 to 2025?')[0]).toContain(
      'to $80.0 million in 2025: higher capital expenditures took away $30.0 million and lower operating cash flow $20.0 million',
    )
  })

  it('are listed as missing for a figure that no line explains', () => {
    expect(ask("Why did McAlpine's revenue rise in 2025?")?.missing).toEqual([
      "Why did McAlpine's revenue rise in 2025 (the filings here give figures, not reasons)",
    ])
  })
})

describe('amounts over several years', () => {
  it('are added up', () => {
    expect(said('How much has Larkspur spent on buybacks in the last three years?')).toEqual([
      "Larkspur's share repurchases from 2023 to 2025 came to $120 million: $30.0 million, $40.0 million and $50.0 million.",
    ])
  })

  it('share one window, and a quarter that is not filed yet is named', () => {
    const { missing, table } =
      ask('Larkspur quarterly revenue and operating income for the past 2 quarters', 'deep') ?? {}
    expect(missing).toEqual([
      'Larkspur: operating income in the second quarter of 2026 (not in the filings here yet)',
    ])
    expect(table?.columns).toEqual(['', 'First quarter of 2026', 'Second quarter of 2026'])
  })

  it('never mix two meanings of one figure', () => {
    expect(said("Larkspur's shareholders' equity 2023, 2024 and 2025")[0]).toContain(
      'was $310 million as of 31 December 2023, $320 million as of 31 December 2024 and $330 million',
    )
  })
})

it('stocks are measured in days', () => {
  expect(said('Larkspur days of inventory 2025')).toEqual([
    'Larkspur held 37 days of inventory in 2025, the same as a year before: inventories of $81.0 million divided by cost of revenue of $810 million, in days of the period.',
  ])
})

import type { Company, FiscalPeriod } from '../../search/company-fact.ts'
import { type Filed, reportedScene } from './reported-scene.ts'

const M = 1_000_000
const millions = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([period, value]) => [period, value * M]))

const APPLE: Company = { cik: '0000320193', name: 'Apple Inc.', tickers: ['AAPL'] }
const MICROSOFT: Company = { cik: '0000789019', name: 'MICROSOFT CORP', tickers: ['MSFT'] }
const HARBOR: Company = { cik: '0000000003', name: 'Harbor Foods plc', tickers: ['HRB'] }
const NORDWIND: Company = { cik: '0000000004', name: 'Nordwind SE', tickers: ['NRW'] }

type Dates = readonly [start: string, end: string]

/** Apple's years end with September, in whole weeks. */
const APPLE_DATES: Readonly<Record<string, Dates>> = {
  '2019': ['2018-09-30', '2019-09-28'],
  '2020': ['2019-09-29', '2020-09-26'],
  '2021': ['2020-09-27', '2021-09-25'],
  '2022': ['2021-09-26', '2022-09-24'],
  '2023': ['2022-09-25', '2023-09-30'],
  '2022 Q3': ['2022-03-27', '2022-06-25'],
  '2023 Q1': ['2022-09-25', '2022-12-31'],
  '2023 Q2': ['2023-01-01', '2023-04-01'],
  '2023 Q3': ['2023-04-02', '2023-07-01'],
  '2023 half': ['2022-09-25', '2023-04-01'],
  '2023 nine-months': ['2022-09-25', '2023-07-01'],
  '2024 Q1': ['2023-10-01', '2023-12-30'],
  '2024 Q2': ['2023-12-31', '2024-03-30'],
  '2024 Q3': ['2024-03-31', '2024-06-29'],
  '2024 half': ['2023-10-01', '2024-03-30'],
  '2024 nine-months': ['2023-10-01', '2024-06-29'],
}
/** Microsoft's end with June. */
const MICROSOFT_DATES: Readonly<Record<string, Dates>> = {
  '2021': ['2020-07-01', '2021-06-30'],
  '2022': ['2021-07-01', '2022-06-30'],
  '2023': ['2022-07-01', '2023-06-30'],
}
const calendarYear = (year: string): Dates => [`${year}-01-01`, `${year}-12-31`]

function toPeriod(name: string, [start, end]: Dates, isMoment: boolean): FiscalPeriod {
  const [year, part = 'year'] = name.split(' ')
  const dates = isMoment ? { end } : { start, end }
  return { ...dates, fiscalYear: Number(year), part: part as FiscalPeriod['part'] }
}

const datesOf = (company: Company) => (name: string) =>
  (company === APPLE ? APPLE_DATES : company === MICROSOFT ? MICROSOFT_DATES : {})[name] ??
  calendarYear(name.slice(0, 4))

const APPLE_FILINGS: readonly Omit<Filed, 'company' | 'period'>[] = [
  {
    form: '10-K',
    filedOn: '2020-10-30',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2020': 274_515,
        '2019': 260_174,
      }),
      'us-gaap:NetIncomeLoss USD': millions({ '2020': 57_411, '2019': 55_256 }),
    },
  },
  {
    form: '10-K',
    filedOn: '2022-10-28',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2022': 394_328,
        '2021': 365_817,
      }),
      // Restated a year later.
      'us-gaap:ResearchAndDevelopmentExpense USD': millions({ '2022': 26_251 }),
    },
  },
  {
    form: '10-K',
    filedOn: '2023-11-03',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2023': 383_285,
        '2022': 394_328,
        '2021': 365_817,
      }),
      'us-gaap:CostOfGoodsAndServicesSold USD': millions({ '2023': 214_137, '2022': 223_546 }),
      'us-gaap:ResearchAndDevelopmentExpense USD': millions({ '2023': 29_915, '2022': 26_300 }),
      'us-gaap:SellingGeneralAndAdministrativeExpense USD': millions({ '2023': 24_932 }),
      'us-gaap:OperatingIncomeLoss USD': millions({ '2023': 114_301, '2022': 119_437 }),
      'us-gaap:IncomeTaxExpenseBenefit USD': millions({ '2023': 16_741, '2022': 19_300 }),
      'us-gaap:InterestExpense USD': millions({ '2023': 3_933 }),
      'us-gaap:NetIncomeLoss USD': millions({ '2023': 96_995, '2022': 99_803, '2021': 94_680 }),
      'us-gaap:EarningsPerShareDiluted USD/shares': { '2023': 6.13, '2022': 6.11, '2021': 5.61 },
      'us-gaap:EarningsPerShareBasic USD/shares': { '2023': 6.16, '2022': 6.15 },
      'us-gaap:Assets USD': millions({ '@2023': 352_583, '@2022': 352_755 }),
      'us-gaap:AssetsCurrent USD': millions({ '@2023': 143_566, '@2022': 135_405 }),
      'us-gaap:LiabilitiesCurrent USD': millions({ '@2023': 145_308, '@2022': 153_982 }),
      'us-gaap:StockholdersEquity USD': millions({ '@2023': 62_146, '@2022': 50_672 }),
      'us-gaap:CashAndCashEquivalentsAtCarryingValue USD': millions({ '@2023': 29_965 }),
      'us-gaap:InventoryNet USD': millions({ '@2023': 6_331 }),
      'us-gaap:AccountsReceivableNetCurrent USD': millions({ '@2023': 29_508 }),
      'us-gaap:LongTermDebtNoncurrent USD': millions({ '@2023': 95_281 }),
      'us-gaap:LongTermDebtCurrent USD': millions({ '@2023': 9_822 }),
      'us-gaap:CommercialPaper USD': millions({ '@2023': 5_985 }),
      'us-gaap:CommonStockSharesOutstanding shares': { '@2023': 15_550_061_000 },
      'us-gaap:NetCashProvidedByUsedInOperatingActivities USD': millions({
        '2023': 110_543,
        '2022': 122_151,
      }),
      'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment USD': millions({
        '2023': 10_959,
        '2022': 10_708,
      }),
      'us-gaap:PaymentsOfDividends USD': millions({ '2023': 15_025 }),
      'us-gaap:PaymentsForRepurchaseOfCommonStock USD': millions({ '2023': 77_550 }),
      'us-gaap:DepreciationDepletionAndAmortization USD': millions({ '2023': 11_519 }),
    },
  },
  {
    form: '10-Q',
    filedOn: '2023-08-04',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2022 Q3': 82_959,
        '2023 Q3': 81_797,
        '2023 nine-months': 293_787,
      }),
      'us-gaap:NetIncomeLoss USD': millions({ '2023 Q3': 19_881, '2023 nine-months': 74_039 }),
      'us-gaap:EarningsPerShareDiluted USD/shares': { '2023 Q3': 1.26, '2023 nine-months': 4.67 },
      'us-gaap:NetCashProvidedByUsedInOperatingActivities USD': millions({
        '2023 half': 62_565,
        '2023 nine-months': 88_945,
      }),
      'us-gaap:CashAndCashEquivalentsAtCarryingValue USD': millions({ '@2023 Q3': 28_408 }),
    },
  },
  {
    form: '10-Q',
    filedOn: '2024-08-02',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2024 Q3': 85_777,
        '2024 nine-months': 296_105,
      }),
      'us-gaap:NetIncomeLoss USD': millions({ '2024 Q3': 21_448, '2024 nine-months': 79_000 }),
      'us-gaap:EarningsPerShareDiluted USD/shares': { '2024 Q3': 1.4, '2024 nine-months': 5.11 },
      'us-gaap:CashAndCashEquivalentsAtCarryingValue USD': millions({ '@2024 Q3': 25_565 }),
    },
  },
]

const MICROSOFT_FILINGS: readonly Omit<Filed, 'company' | 'period'>[] = [
  {
    form: '10-K',
    filedOn: '2023-07-27',
    figures: {
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': millions({
        '2023': 211_915,
        '2022': 198_270,
        '2021': 168_088,
      }),
      'us-gaap:NetIncomeLoss USD': millions({ '2023': 72_361, '2022': 72_738 }),
      'us-gaap:GrossProfit USD': millions({ '2023': 146_052 }),
      'us-gaap:ResearchAndDevelopmentExpense USD': millions({ '2023': 27_195 }),
      'us-gaap:Assets USD': millions({ '@2023': 411_976 }),
    },
  },
]

/** A small one with losses, odd amounts and a year of nothing. */
const HARBOR_FILINGS: readonly Omit<Filed, 'company' | 'period'>[] = [
  {
    form: '10-K',
    filedOn: '2024-02-20',
    figures: {
      'us-gaap:Revenues USD': { '2023': 1_250_400.25, '2022': 980_150.5, '2021': 0 },
      'us-gaap:NetIncomeLoss USD': { '2023': 120_000, '2022': -45_300, '2021': -80_000 },
      'us-gaap:EarningsPerShareDiluted USD/shares': { '2023': 0.24, '2022': -0.09 },
      'us-gaap:StockholdersEquity USD': { '@2023': -15_000, '@2022': 10_000 },
      'us-gaap:Liabilities USD': { '@2023': 90_000 },
    },
  },
]

/** It reported in euros, and in dollars for its last year. */
const NORDWIND_FILINGS: readonly Omit<Filed, 'company' | 'period'>[] = [
  {
    form: '20-F',
    filedOn: '2023-03-15',
    figures: {
      'ifrs-full:Revenue EUR': millions({ '2022': 30_871, '2021': 27_842 }),
      'ifrs-full:ProfitLoss EUR': millions({ '2022': 1_708 }),
    },
  },
  {
    form: '20-F',
    filedOn: '2024-03-14',
    figures: { 'ifrs-full:Revenue USD': millions({ '2023': 33_750 }) },
  },
]

const FILINGS: readonly (readonly [Company, readonly Omit<Filed, 'company' | 'period'>[]])[] = [
  [APPLE, APPLE_FILINGS],
  [MICROSOFT, MICROSOFT_FILINGS],
  [HARBOR, HARBOR_FILINGS],
  [NORDWIND, NORDWIND_FILINGS],
]

/** Four companies: years of their own, quarters, restatements, losses, two currencies, gaps. */
export function reportedCompanies(only?: 'Apple' | 'Harbor') {
  const scenes = FILINGS.filter(([{ name }]) => only === undefined || name.startsWith(only)).map(
    ([company, filings]) => {
      const dates = datesOf(company)
      const periodOf = (name: string, isMoment: boolean) => toPeriod(name, dates(name), isMoment)
      const filed = filings.map(filing => {
        const [last = '2023'] = Object.values(filing.figures).flatMap(values => Object.keys(values))
        return { ...filing, company, period: periodOf(last.replace('@', ''), true) }
      })
      return reportedScene(filed, periodOf)
    },
  )
  return { facts: scenes.flatMap(({ facts }) => facts) }
}

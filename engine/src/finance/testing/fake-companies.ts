import { company } from './fake-company.ts'

const MILLION = 1_000_000
const millions = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([period, value]) => [period, value * MILLION]))

const FY21 = '2020-09-27/2021-09-25'
const FY22 = '2021-09-26/2022-09-24'
const FY23 = '2022-09-25/2023-09-30'

/** Apple's own figures: a year of 52 or 53 weeks, and comparatives in every report. */
export const apple = company({
  cik: 320193,
  ticker: 'AAPL',
  name: 'Apple Inc.',
  fiscalYearEnd: '0930',
  filings: [
    {
      form: '10-K',
      period: '2023-09-30',
      filed: '2023-11-03',
      accession: '0000320193-23-000106',
      facts: {
        RevenueFromContractWithCustomerExcludingAssessedTax: millions({
          [FY23]: 383_285,
          [FY22]: 394_328,
          [FY21]: 365_817,
        }),
        CostOfGoodsAndServicesSold: millions({ [FY23]: 214_137, [FY22]: 223_546, [FY21]: 212_981 }),
        GrossProfit: millions({ [FY23]: 169_148, [FY22]: 170_782, [FY21]: 152_836 }),
        ResearchAndDevelopmentExpense: millions({ [FY23]: 29_915, [FY22]: 26_251, [FY21]: 21_914 }),
        SellingGeneralAndAdministrativeExpense: millions({
          [FY23]: 24_932,
          [FY22]: 25_094,
          [FY21]: 21_973,
        }),
        OperatingIncomeLoss: millions({ [FY23]: 114_301, [FY22]: 119_437, [FY21]: 108_949 }),
        NetIncomeLoss: millions({ [FY23]: 96_995, [FY22]: 99_803, [FY21]: 94_680 }),
        'EarningsPerShareBasic USD/shares': { [FY23]: 6.16, [FY22]: 6.15, [FY21]: 5.67 },
        'EarningsPerShareDiluted USD/shares': { [FY23]: 6.13, [FY22]: 6.11, [FY21]: 5.61 },
        Assets: millions({ '2023-09-30': 352_583, '2022-09-24': 352_755 }),
        Liabilities: millions({ '2023-09-30': 290_437, '2022-09-24': 302_083 }),
        StockholdersEquity: millions({ '2023-09-30': 62_146, '2022-09-24': 50_672 }),
        CashAndCashEquivalentsAtCarryingValue: millions({
          '2023-09-30': 29_965,
          '2022-09-24': 23_646,
        }),
        NetCashProvidedByUsedInOperatingActivities: millions({
          [FY23]: 110_543,
          [FY22]: 122_151,
          [FY21]: 104_038,
        }),
        PaymentsToAcquirePropertyPlantAndEquipment: millions({
          [FY23]: 10_959,
          [FY22]: 10_708,
          [FY21]: 11_085,
        }),
        'dei:EntityCommonStockSharesOutstanding shares': { '2023-10-20': 15_552_752_000 },
      },
      html:
        '<html><head><title>aapl-20230930</title></head><body><h1>Item 1A. Risk Factors</h1>' +
        '<p>The Company depends on component manufacturing by outsourcing partners, many of which are located in Asia.</p>' +
        '<p>Global markets for the Company’s products and services are highly competitive and subject to rapid technological change.</p></body></html>',
    },
    {
      form: '10-Q',
      period: '2023-07-01',
      filed: '2023-08-04',
      accession: '0000320193-23-000077',
      fp: 'Q3',
      facts: {
        RevenueFromContractWithCustomerExcludingAssessedTax: millions({
          '2023-04-02/2023-07-01': 81_797,
          '2022-03-27/2022-06-25': 82_959,
          '2022-09-25/2023-07-01': 293_787,
          '2021-09-26/2022-06-25': 304_182,
        }),
        NetIncomeLoss: millions({
          '2023-04-02/2023-07-01': 19_881,
          '2022-03-27/2022-06-25': 19_442,
          '2022-09-25/2023-07-01': 74_039,
          '2021-09-26/2022-06-25': 79_082,
        }),
        Assets: millions({ '2023-07-01': 335_038, '2022-09-24': 352_755 }),
      },
    },
    {
      form: '10-K',
      period: '2022-09-24',
      filed: '2022-10-28',
      accession: '0000320193-22-000108',
      facts: {
        RevenueFromContractWithCustomerExcludingAssessedTax: millions({
          [FY22]: 394_328,
          [FY21]: 365_817,
        }),
        NetIncomeLoss: millions({ [FY22]: 99_803, [FY21]: 94_680 }),
        Assets: millions({ '2022-09-24': 352_755, '2021-09-25': 351_002 }),
      },
    },
  ],
})

/** An invented manufacturer by the calendar year, which took back a part of its revenue of 2021. */
export const larkspur = company({
  cik: 1900001,
  ticker: 'LRKS',
  otherTickers: ['LRKSB'],
  name: 'LARKSPUR ROBOTICS CORP /DE/',
  filings: [
    {
      form: '10-K',
      period: '2023-12-31',
      filed: '2024-02-20',
      facts: {
        Revenues: millions({
          '2023-01-01/2023-12-31': 912,
          '2022-01-01/2022-12-31': 840,
          '2021-01-01/2021-12-31': 655,
        }),
        RevenueFromContractWithCustomerExcludingAssessedTax: millions({
          '2023-01-01/2023-12-31': 880,
        }),
        NetIncomeLoss: millions({ '2023-01-01/2023-12-31': -41.5, '2022-01-01/2022-12-31': 63.25 }),
        LongTermDebt: millions({ '2023-12-31': 300, '2022-12-31': 275 }),
      },
    },
    {
      form: '10-K/A',
      period: '2021-12-31',
      filed: '2022-09-15',
      facts: { Revenues: millions({ '2021-01-01/2021-12-31': 655, '2020-01-01/2020-12-31': 590 }) },
    },
    {
      form: '10-K',
      period: '2021-12-31',
      filed: '2022-02-18',
      facts: { Revenues: millions({ '2021-01-01/2021-12-31': 702, '2020-01-01/2020-12-31': 590 }) },
    },
  ],
})

/** An invented retailer whose year 2023 ended in February 2024. */
export const harborPine = company({
  cik: 1900002,
  ticker: 'HPNS',
  name: 'Harbor & Pine Stores, Inc.',
  fiscalYearEnd: '0203',
  filings: [
    {
      form: '10-K',
      period: '2024-02-03',
      filed: '2024-03-28',
      fy: 2023,
      facts: {
        SalesRevenueNet: millions({
          '2023-01-29/2024-02-03': 5_210,
          '2022-01-30/2023-01-28': 4_985,
          '2021-01-31/2022-01-29': 4_760,
        }),
        InventoryNet: millions({ '2024-02-03': 810, '2023-01-28': 845 }),
      },
    },
    {
      form: '10-Q',
      period: '2024-05-04',
      filed: '2024-06-06',
      fy: 2024,
      fp: 'Q1',
      facts: {
        SalesRevenueNet: millions({
          '2024-02-04/2024-05-04': 1_190,
          '2023-01-29/2023-04-29': 1_150,
        }),
        InventoryNet: millions({ '2024-05-04': 835, '2024-02-03': 810 }),
      },
    },
  ],
})

/** An invented filer from abroad, by the international standards and in euros. */
export const nordlicht = company({
  cik: 1900003,
  ticker: 'NDLT',
  name: 'Nordlicht SE',
  currency: 'EUR',
  filings: [
    {
      form: '20-F',
      period: '2023-12-31',
      filed: '2024-03-11',
      facts: {
        'ifrs-full:Revenue': millions({
          '2023-01-01/2023-12-31': 2_417.3,
          '2022-01-01/2022-12-31': 2_290,
        }),
        'ifrs-full:ProfitLoss': millions({
          '2023-01-01/2023-12-31': 214,
          '2022-01-01/2022-12-31': 187,
        }),
        'ifrs-full:ProfitLossAttributableToOwnersOfParent': millions({
          '2023-01-01/2023-12-31': 201,
        }),
        'ifrs-full:BasicEarningsLossPerShare EUR/shares': { '2023-01-01/2023-12-31': 1.87 },
        'ifrs-full:Equity': millions({ '2023-12-31': 1_530 }),
      },
    },
  ],
})

/** An invented company that files, but tags nothing. */
export const quillway = company({
  cik: 1900004,
  ticker: 'QWAY',
  name: 'Quillway Holdings Ltd',
  hasFacts: false,
  filings: [{ form: '10-K', period: '2023-06-30', filed: '2023-09-12' }],
})

export const fakeCompanies = [apple, larkspur, harborPine, nordlicht, quillway]

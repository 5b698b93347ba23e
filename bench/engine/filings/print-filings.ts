import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCompanies } from '../../../engine/src/finance/companies/find-companies.ts'
import type { CompanyStore } from '../../../engine/src/finance/company-store.ts'
import { findBrowser } from '../../../server/src/testing/browser/find-browser.ts'
import { type PrintedFiling, printFiling } from './filing-html.ts'
import { type FilingValues, filingValues, type YearValues } from './filing-values.ts'
import { STYLES, type Style } from './styles.ts'

export interface Filing extends FilingValues {
  /** As people call the company. */
  readonly name: string
  readonly file: string
  readonly pages: PrintedFiling['pages']
}

/** Name on the cover, name in questions, year, style; no questions are asked about those without a name. */
const FILED: readonly (readonly [company: string, name: string, year: number, style: number])[] = [
  ['3M COMPANY', '3M', 2018, 0],
  ['Larkwood Industries, Inc.', 'Larkwood Industries', 2021, 0],
  ['THE BOEING COMPANY', 'Boeing', 2022, 1],
  ['BRINDLE AEROSPACE CORPORATION', 'Brindle Aerospace', 2020, 1],
  ['HALCYON GAMES, INC.', 'Halcyon Games', 2019, 2],
  ['CORNING INCORPORATED', 'Corning', 2021, 2],
  ['AMCOR PLC', 'Amcor', 2020, 3],
  ['Penrose Packaging plc', 'Penrose Packaging', 2023, 3],
  ['MARLOWE STORES, INC.', 'Marlowe Stores', 2022, 4],
  ['BEST BUY CO., INC.', 'Best Buy', 2021, 4],
  ['3M COMPANY', '', 2015, 0],
  ['HALCYON GAMES, INC.', '', 2017, 2],
  ['CORNING INCORPORATED', '', 2018, 2],
  ['MARLOWE STORES, INC.', '', 2020, 4],
  ['The Tarrant Beverage Company', 'Tarrant Beverage', 2019, 5],
  ['Ellery Foods, Inc.', 'Ellery Foods', 2021, 5],
  ['OSTERLEY CONTROLS INCORPORATED', 'Osterley Controls', 2022, 6],
  ['Quillon Water Works, Inc.', 'Quillon Water Works', 2020, 6],
]
/** The lines for which a real company's own figures are printed. */
const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  revenue: ['Revenues', 'RevenueFromContractWithCustomerExcludingAssessedTax', 'SalesRevenueNet'],
  cogs: ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfGoodsSold'],
  operating: ['OperatingIncomeLoss'],
  tax: ['IncomeTaxExpenseBenefit'],
  net: ['NetIncomeLoss'],
  cash: ['CashAndCashEquivalentsAtCarryingValue'],
  inventory: ['InventoryNet'],
  currentAssets: ['AssetsCurrent'],
  property: ['PropertyPlantAndEquipmentNet'],
  assets: ['Assets'],
  payables: ['AccountsPayableCurrent'],
  currentLiabilities: ['LiabilitiesCurrent'],
  operatingCash: ['NetCashProvidedByUsedInOperatingActivities'],
  capex: ['PaymentsToAcquirePropertyPlantAndEquipment'],
  dividends: ['PaymentsOfDividends', 'PaymentsOfDividendsCommonStock'],
  depreciation: ['DepreciationDepletionAndAmortization'],
}

/** Prints the filings as PDFs into a folder, unless they are there. */
export function printFilings(folder: string, store: CompanyStore): Filing[] {
  const browser = findBrowser()
  if (!browser) throw new Error('no browser to print with')
  return FILED.map(([company, name, year, at], seed) => {
    const style = STYLES[at] as Style
    const known = valuesOf(name || company, store)
    const values = filingValues(company, { year, seed: seed + 1, ...(known && { known }) })
    const { html, pages } = printFiling(values, style)
    const base = join(folder, `filing-${seed}`)
    if (!existsSync(`${base}.html`) || readFileSync(`${base}.html`, 'utf8') !== html) {
      writeFileSync(`${base}.html`, html)
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer']
      execFileSync(browser, [...flags, `--print-to-pdf=${base}.pdf`, `${base}.html`], {
        stdio: 'ignore',
      })
    }
    return { ...values, name, pages, file: `${base}.pdf` }
  })
}

function valuesOf(name: string, store: CompanyStore): ((year: number) => YearValues) | undefined {
  const [company] = findCompanies(`What was the revenue of ${name}?`, {
    directory: store.directory,
    kind: 'finance',
  })
  if (!company) return undefined
  const figures = store.figures(company).toSorted((a, b) => (a.filedOn < b.filedOn ? 1 : -1))
  return year =>
    Object.fromEntries(
      Object.entries(CONCEPTS).flatMap(([id, concepts]) => {
        const found = concepts
          .flatMap(concept => figures.filter(one => one.concept === `us-gaap:${concept}`))
          .find(({ period }) => period.fiscalYear === year && period.part === 'year')
        return found ? [[id, Math.round(found.value / 1e6)]] : []
      }),
    )
}

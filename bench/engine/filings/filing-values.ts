import { random } from '@footnote/platform/testing/random'

/** The lines of one fiscal year, in millions of USD; per-share lines in USD. */
export type YearValues = Readonly<Record<string, number>>

export interface FilingValues {
  readonly company: string
  readonly year: number
  /** The filing's own year first. */
  readonly years: readonly YearValues[]
}

const YEARS_SHOWN = 4

/** Values for an invented company, or for a real one whose filed figures are known. */
export function filingValues(
  company: string,
  { year, seed, known }: { year: number; seed: number; known?: (year: number) => YearValues },
): FilingValues {
  const draw = random(seed)
  const size = known?.(year)['revenue'] ?? 1_200 + Math.round(draw() * 30_000)
  const years = Array.from({ length: YEARS_SHOWN }, (_, age) => {
    const revenue = Math.round(size * (1 - age * (0.03 + draw() * 0.05)))
    return completeYear(revenue, draw, known?.(year - age) ?? {})
  })
  return { company, year, years }
}

/** Draws the lines that are not known; totals add up. */
function completeYear(drawn: number, draw: () => number, known: YearValues): YearValues {
  const revenue = known['revenue'] ?? drawn
  const share = (id: string, least: number, most: number) =>
    known[id] ?? Math.max(1, Math.round(revenue * (least + draw() * (most - least))))
  const cogs = share('cogs', 0.45, 0.65)
  const research = share('research', 0.02, 0.06)
  const selling = share('selling', 0.1, 0.18)
  const operating = known['operating'] ?? revenue - cogs - research - selling
  const interest = share('interest', 0.005, 0.02)
  const otherIncome = share('otherIncome', 0.001, 0.004)
  const pretax = known['pretax'] ?? operating - interest + otherIncome
  const tax = known['tax'] ?? Math.round(pretax * (0.15 + draw() * 0.1))
  const net = known['net'] ?? pretax - tax
  const basicShares = share('basicShares', 0.02, 0.05)
  const dilutedShares = known['dilutedShares'] ?? Math.round(basicShares * 1.015)
  const cash = share('cash', 0.06, 0.15)
  const investments = share('investments', 0.02, 0.05)
  const receivables = share('receivables', 0.1, 0.16)
  const inventory = share('inventory', 0.08, 0.14)
  const otherCurrent = share('otherCurrent', 0.02, 0.04)
  const currentAssets =
    known['currentAssets'] ?? cash + investments + receivables + inventory + otherCurrent
  const property = share('property', 0.2, 0.4)
  const goodwill = share('goodwill', 0.1, 0.3)
  const otherAssets = share('otherAssets', 0.05, 0.1)
  const assets = known['assets'] ?? currentAssets + property + goodwill + otherAssets
  const payables = share('payables', 0.05, 0.1)
  const accrued = share('accrued', 0.04, 0.08)
  const currentDebt = share('currentDebt', 0.01, 0.03)
  const currentLiabilities = known['currentLiabilities'] ?? payables + accrued + currentDebt
  const longDebt = share('longDebt', 0.15, 0.3)
  const otherLiabilities = share('otherLiabilities', 0.04, 0.08)
  const liabilities = known['liabilities'] ?? currentLiabilities + longDebt + otherLiabilities
  const equity = assets - liabilities
  const depreciation = share('depreciation', 0.03, 0.06)
  const compensation = share('compensation', 0.01, 0.02)
  const operatingCash = known['operatingCash'] ?? net + depreciation + compensation
  const capex = share('capex', 0.03, 0.07)
  const acquired = share('acquired', 0.005, 0.03)
  const investingCash = -(capex + acquired)
  const repaid = share('repaid', 0.02, 0.05)
  const buybacks = share('buybacks', 0.02, 0.06)
  const dividends = share('dividends', 0.01, 0.03)
  const financingCash = -(repaid + buybacks + dividends)
  return {
    ...{
      revenue,
      products: Math.round(revenue * 0.7),
      services: revenue - Math.round(revenue * 0.7),
    },
    ...{ cogs, gross: revenue - cogs, research, selling, operating, interest, otherIncome },
    ...{ pretax, tax, net, basicShares, dilutedShares },
    ...{ basicEps: cents(net / basicShares), dilutedEps: cents(net / dilutedShares) },
    ...{ cash, investments, receivables, inventory, otherCurrent, currentAssets, property },
    ...{ goodwill, otherAssets, assets, payables, accrued, currentDebt, currentLiabilities },
    ...{ longDebt, otherLiabilities, liabilities, equity, whole: assets },
    ...{ depreciation, compensation, operatingCash, capex, acquired, investingCash },
    ...{ repaid, buybacks, dividends, financingCash },
    change: operatingCash + investingCash + financingCash,
  }
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}

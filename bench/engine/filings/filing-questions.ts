import type { FilingValues, YearValues } from './filing-values.ts'

export interface FilingQuestion {
  readonly question: string
  /** In the unit that the question asks for; percentages as numbers such as 12.3. */
  readonly gold: number
  /** The statement that has the figures: 0 income, 1 balance, 2 cash flows. */
  readonly statement: 0 | 1 | 2
  readonly isHeldBack: boolean
  readonly file: string
}

type Template = (
  name: string,
  year: number,
  years: readonly [YearValues, YearValues, YearValues],
) => Pick<FilingQuestion, 'question' | 'gold' | 'statement'>

const v = (values: YearValues, id: string) => values[id] ?? Number.NaN
const average = (id: string, [now, before]: readonly [YearValues, YearValues, YearValues]) =>
  (v(now, id) + v(before, id)) / 2

const TEMPLATES: readonly Template[] = [
  (name, y, [now]) => ({
    question: `What is the FY${y} capital expenditure amount (in USD millions) for ${name}? Give a response to the question by relying on the details shown in the cash flow statement.`,
    gold: v(now, 'capex'),
    statement: 2,
  }),
  (name, y, [now]) => ({
    question: `Assume that you are a public equities analyst. Answer the following question by primarily using information that is shown in the balance sheet: what is the year end FY${y} net PPNE for ${name}? Answer in USD billions.`,
    gold: v(now, 'property') / 1_000,
    statement: 1,
  }),
  (name, y, [now]) => ({
    question: `What is ${name}'s FY${y} effective tax rate?`,
    gold: (v(now, 'tax') / v(now, 'pretax')) * 100,
    statement: 0,
  }),
  (name, y, years) => ({
    question: `What is the FY${y} fixed asset turnover ratio for ${name}? Fixed asset turnover ratio is defined as: FY${y} revenue / (average PP&E between FY${y - 1} and FY${y}). Round your answer to two decimal places. Base your judgments on the information provided primarily in the statement of income and the balance sheet.`,
    gold: v(years[0], 'revenue') / average('property', years),
    statement: 0,
  }),
  (name, y, [now]) => ({
    question: `What is ${name}'s FY${y} cost of goods sold (in USD millions)? Answer from the income statement.`,
    gold: v(now, 'cogs'),
    statement: 0,
  }),
  (name, y, years) => ({
    question: `What is the FY${y} days payable outstanding (DPO) for ${name}? DPO is defined as: 365 * (average accounts payable between FY${y - 1} and FY${y}) / (FY${y} COGS + change in inventory between FY${y - 1} and FY${y}). Round your answer to two decimal places.`,
    gold:
      (365 * average('payables', years)) /
      (v(years[0], 'cogs') + v(years[0], 'inventory') - v(years[1], 'inventory')),
    statement: 1,
  }),
  (name, y, years) => ({
    question: `What is the FY${y} return on assets (ROA) for ${name}? ROA is defined as: FY${y} net income / (average total assets between FY${y - 1} and FY${y}). Round your answer to two decimal places.`,
    gold: v(years[0], 'net') / average('assets', years),
    statement: 1,
  }),
  (name, y, years) => ({
    question: `What is the FY${y - 2} - FY${y} 3 year average of capex as a % of revenue for ${name}? Answer in units of percents and round to one decimal place. Calculate the needed figures from the statement of cash flows and the income statement.`,
    gold: (years.reduce((sum, one) => sum + v(one, 'capex') / v(one, 'revenue'), 0) / 3) * 100,
    statement: 2,
  }),
  (name, y, [now, before]) => ({
    question: `What is ${name}'s year-over-year change in revenue from FY${y - 1} to FY${y} (in units of percents and round to one decimal place)?`,
    gold: (v(now, 'revenue') / v(before, 'revenue') - 1) * 100,
    statement: 0,
  }),
  (name, y, [now]) => ({
    question: `How much (in USD millions) did ${name} pay out in cash dividends for FY${y}? Give an answer by using the cash flow statement.`,
    gold: v(now, 'dividends'),
    statement: 2,
  }),
  (name, y, [now]) => ({
    question: `What is the FY${y} unadjusted operating income % margin for ${name}? Answer in units of percents and round to one decimal place.`,
    gold: (v(now, 'operating') / v(now, 'revenue')) * 100,
    statement: 0,
  }),
  (name, y, [now]) => ({
    question: `What is the FY${y} unadjusted EBITDA for ${name}? Calculate unadjusted EBITDA using unadjusted operating income and D&A (from the cash flow statement). Answer in USD millions.`,
    gold: v(now, 'operating') + v(now, 'depreciation'),
    statement: 2,
  }),
  (name, y, [now]) => ({
    question: `What is ${name}'s FY${y} working capital ratio? Define working capital ratio as total current assets divided by total current liabilities. Round your answer to two decimal places.`,
    gold: v(now, 'currentAssets') / v(now, 'currentLiabilities'),
    statement: 1,
  }),
  (name, y, [now]) => ({
    question: `We need to calculate a financial metric exclusively from the balance sheet of ${name}. What is the FY${y} year end amount of total current liabilities? Express your answer in USD millions.`,
    gold: v(now, 'currentLiabilities'),
    statement: 1,
  }),
  (name, y, [now, , first]) => ({
    question: `What is the FY${y - 2} to FY${y} 2 year total revenue CAGR for ${name}? Answer in units of percents and round to one decimal place.`,
    gold: (Math.sqrt(v(now, 'revenue') / v(first, 'revenue')) - 1) * 100,
    statement: 0,
  }),
  (name, y, years) => ({
    question: `What is the FY${y} inventory turnover ratio for ${name}? Inventory turnover ratio is defined as: (FY${y} COGS) / (average inventory between FY${y - 1} and FY${y}). Round your answer to two decimal places.`,
    gold: v(years[0], 'cogs') / average('inventory', years),
    statement: 1,
  }),
  (name, y, [now]) => ({
    question: `What is the FY${y} operating cash flow ratio for ${name}? Operating cash flow ratio is defined as: cash from operations / total current liabilities. Round your answer to two decimal places.`,
    gold: v(now, 'operatingCash') / v(now, 'currentLiabilities'),
    statement: 2,
  }),
  (name, y, [now]) => ({
    question: `By drawing conclusions from the information stated only in the statement of financial position, what is ${name}'s FY${y} quick ratio? Define the quick ratio as (cash and cash equivalents + short-term investments + net accounts receivable) / total current liabilities. Round to two decimal places.`,
    gold:
      (v(now, 'cash') + v(now, 'investments') + v(now, 'receivables')) /
      v(now, 'currentLiabilities'),
    statement: 1,
  }),
  (name, y, [now]) => ({
    question: `What is the FY${y} D&A margin for ${name}? Use depreciation and amortization from the cash flow statement as a percentage of revenue. Round to one decimal place.`,
    gold: (v(now, 'depreciation') / v(now, 'revenue')) * 100,
    statement: 2,
  }),
  (name, y, [now]) => ({
    question: `What was the amount of net income that ${name} reported for FY${y}, in USD millions?`,
    gold: v(now, 'net'),
    statement: 0,
  }),
]

const PER_FILING = 5

/** Some questions about each filing; those of every second filing are held back. */
export function filingQuestions(
  filings: readonly (FilingValues & { readonly name: string; readonly file: string })[],
): FilingQuestion[] {
  return filings.flatMap(({ name, year, years, file }, at) =>
    Array.from({ length: PER_FILING }, (_, step) => {
      const template = TEMPLATES[(at * 7 + step * 4) % TEMPLATES.length] as Template
      const [now = {}, before = {}, first = {}] = years
      return { ...template(name, year, [now, before, first]), file, isHeldBack: at % 2 === 1 }
    }),
  )
}

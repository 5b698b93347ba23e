import type { Formula, Metric } from './metrics.ts'

const amount = (...of: Formula['of']): Formula => ({ of, as: 'amount' })
const percent = (over: string, under: string): Formula => ({
  of: [over, '÷', under],
  as: 'percent',
})
const times = (over: string, under: string): Formula => ({ of: [over, '÷', under], as: 'times' })

/** A figure that no statement has: how it is called, and how it comes about. */
function formula(
  id: string,
  name: string,
  asked: string,
  formulas: readonly Formula[],
  kind: Metric['kind'] = 'rate',
): Metric {
  return { id, name, kind, asked, concepts: [], formulas }
}

const EBITDA = 'earnings before interest, taxes, depreciation and amortization'

/** Balances in a quotient are those at the end of the period. */
export const FORMULAS: readonly Metric[] = [
  formula(
    'free-cash-flow',
    'free cash flow',
    'free cash ?flows?|fcf',
    [amount('operating-cash-flow', '−', 'capital-expenditure')],
    'flow',
  ),
  formula(
    'ebitda',
    EBITDA,
    'ebitda|earnings before interest,? tax(?:es)?,? depreciation,? (?:and|&) amorti[sz]ation',
    [amount('operating-income', '+', 'depreciation')],
    'flow',
  ),
  formula('net-debt', 'net debt', 'net debt', [amount('total-debt', '−', 'cash')], 'balance'),
  formula(
    'working-capital',
    'working capital',
    '(?:net )?working capital',
    [amount('current-assets', '−', 'current-liabilities')],
    'balance',
  ),
  formula(
    'cash-and-investments',
    'cash and short-term investments',
    '(?:total )?cash(?:,? (?:and )?(?:cash )?equivalents,?)? and (?:short term investments|(?:current )?marketable securities)',
    [amount('cash', '+', 'short-term-investments')],
    'balance',
  ),
  formula(
    'quick-assets',
    'current assets without inventories',
    'quick assets',
    [amount('current-assets', '−', 'inventory')],
    'balance',
  ),
  formula(
    'quick-ratio',
    'quick ratio',
    '(?:quick|acid test) ratio',
    [times('quick-assets', 'current-liabilities')],
    'balance',
  ),
  formula(
    'debt-to-assets',
    'debt to assets ratio',
    'debt (?:to|/) (?:total )?assets(?: ratio)?',
    [times('total-debt', 'total-assets'), times('whole-long-term-debt', 'total-assets')],
    'balance',
  ),
  formula(
    'net-debt-to-ebitda',
    'ratio of net debt to ebitda',
    'net debt (?:to|/) ebitda(?: ratio)?',
    [times('net-debt', 'ebitda')],
  ),
  formula('debt-to-ebitda', 'ratio of total debt to ebitda', 'debt (?:to|/) ebitda(?: ratio)?', [
    times('total-debt', 'ebitda'),
  ]),
  formula('pretax-margin', 'pretax margin', 'pre ?tax (?:profit |income )?margins?', [
    percent('pretax-income', 'revenue'),
  ]),
  formula(
    'operating-cash-flow-margin',
    'operating cash flow margin',
    '(?:operating )?cash ?flow margins?',
    [percent('operating-cash-flow', 'revenue')],
  ),
  formula('gross-margin', 'gross margin', 'gross (?:profit )?margins?', [
    percent('gross-profit', 'revenue'),
  ]),
  formula(
    'operating-margin',
    'operating margin',
    '(?:operating (?:profit |income )?|ebit )margins?',
    [percent('operating-income', 'revenue')],
  ),
  formula('net-margin', 'net margin', '(?:net (?:profit |income )?|profit )margins?', [
    percent('net-income', 'revenue'),
  ]),
  formula('ebitda-margin', `margin of ${EBITDA}`, 'ebitda margins?', [
    percent('ebitda', 'revenue'),
  ]),
  formula('free-cash-flow-margin', 'free cash flow margin', '(?:free cash ?flow|fcf) margins?', [
    percent('free-cash-flow', 'revenue'),
  ]),
  formula('tax-rate', 'effective tax rate', '(?:effective )?(?:income )?tax rate', [
    percent('income-tax', 'pretax-income'),
  ]),
  formula(
    'current-ratio',
    'current ratio',
    'current ratio',
    [times('current-assets', 'current-liabilities')],
    'balance',
  ),
  formula(
    'debt-to-equity',
    'debt to equity ratio',
    'debt (?:to|/) equity(?: ratio)?|d/e(?: ratio)?',
    [times('total-debt', 'equity'), times('whole-long-term-debt', 'equity')],
    'balance',
  ),
  formula(
    'equity-ratio',
    'equity ratio',
    'equity ratio',
    [percent('equity', 'total-assets')],
    'balance',
  ),
  formula('return-on-equity', 'return on equity', 'return on (?:\\w+ )?equity|roe', [
    percent('net-income', 'equity'),
  ]),
  formula('return-on-assets', 'return on assets', 'return on (?:total )?assets|roa', [
    percent('net-income', 'total-assets'),
  ]),
  formula('payout-ratio', 'payout ratio', '(?:dividend )?pay ?out ratio', [
    percent('dividends', 'net-income'),
  ]),
  formula('asset-turnover', 'asset turnover', '(?:total )?assets? turnover(?: ratio)?', [
    times('revenue', 'total-assets'),
  ]),
  formula('inventory-turnover', 'inventory turnover', 'inventory turnover(?: ratio)?', [
    times('cost-of-revenue', 'inventory'),
  ]),
  formula(
    'interest-coverage',
    'interest coverage',
    '(?:interest coverage|times interest earned)(?: ratio)?',
    [times('operating-income', 'interest-expense')],
  ),
]

/** What takes a market's price, which no filing has: known, so that it can be said to be missing. */
export const PRICED: readonly Metric[] = [
  ['market-capitalization', 'market capitalization', 'market (?:cap(?:itali[sz]ation)?|value)'],
  ['enterprise-value', 'enterprise value', 'enterprise value'],
  ['share-price', 'share price', '(?:share|stock) price'],
  [
    'price-to-earnings',
    'price to earnings ratio',
    'price (?:to |/)?earnings(?: ratio)?|p/?e(?: ratio)?(?! ?margins?)',
  ],
  ['price-to-sales', 'price to sales ratio', 'price (?:to |/)?sales(?: ratio)?|p/s(?: ratio)?'],
  [
    'price-to-book',
    'price to book ratio',
    'price (?:to |/)?book(?: value)?(?: ratio)?|p/b(?: ratio)?',
  ],
  ['dividend-yield', 'dividend yield', 'dividend yield'],
].map(([id = '', name = '', asked = '']) => formula(id, name, asked, []))

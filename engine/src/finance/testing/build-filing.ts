import { buildPdf, type PlacedText, placeLines } from '../../extract/testing/build-pdf.ts'

const RIGHT = [380, 460, 540] as const

/** A row of a statement as printers set it: the currency sign and a closing parenthesis stand apart. */
function placeRow(row: readonly string[], y: number): PlacedText[] {
  const [label = '', ...cells] = row
  return [
    ...(label === '' ? [] : [{ text: label, x: 72, y }]),
    ...cells.flatMap((cell, at) => {
      const right = RIGHT[at] ?? 0
      const [sign, digits] = cell.startsWith('$') ? ['$', cell.slice(1)] : ['', cell]
      const open = digits.replace(')', '')
      return [
        ...(sign === '' ? [] : [{ text: sign, x: right - 50, y }]),
        ...(open === '' ? [] : [{ text: open, x: right - open.length * 5, y }]),
        ...(open === digits ? [] : [{ text: ')', x: right + 1, y }]),
      ]
    }),
  ]
}

function placeStatement(title: string, rows: readonly (readonly string[])[]): PlacedText[] {
  return [
    ...placeLines([title], { y: 740, size: 14 }),
    ...placeLines(['(In millions, except per share amounts)'], { y: 715 }),
    ...rows.flatMap((row, at) => placeRow(row, 690 - at * 14)),
  ]
}

/** The PDF of a short annual report: a cover, a page of prose, and three statements. */
export function buildFiling(company: string, year: number): Uint8Array {
  const years = [year, year - 1, year - 2].map(String)
  const cover = placeLines(
    [
      'FORM 10-K',
      `For the fiscal year ended December 31, ${year}`,
      company,
      '(Exact name of registrant as specified in its charter)',
    ],
    { y: 700, size: 12 },
  )
  const prose = placeLines(
    [
      `${company} is a maker of pumps. Capital expenditures were about $0.1 billion in ${year}, and the`,
      'board expects them to stay near that level for some years to come.',
    ],
    { y: 700 },
  )
  const income = placeStatement('Consolidated Statements of Income', [
    ['', ...years],
    ['Net sales', '$3,000', '$2,800', '$2,500'],
    ['Cost of sales', '(1,800)', '(1,700)', '(1,500)'],
    ['Operating income', '600', '540', '480'],
    ['Income before income taxes and equity in'],
    ['earnings of affiliates', '560', '500', '450'],
    ['Provision for income taxes (Note 9)', '(112)', '(110)', '(90)'],
    ['Net income', '$448', '$390', '$360'],
    ['Net income attributable to redeemable and noncontrolling interests', '8', '6', '4'],
    ['Net income attributable to the'],
    ['Company', '$440', '$384', '$356'],
  ])
  const balance = placeStatement('Consolidated Balance Sheets', [
    ['', ...years.slice(0, 2)],
    ['Current assets:'],
    ['Cash and cash equivalents', '$300', '$250'],
    ['Inventories', '420', '380'],
    ['Total current assets', '900', '800'],
    ['Property, plant and equipment', '1,900', '1,800'],
    ['Less accumulated depreciation', '(700)', '(650)'],
    ['Property, plant and equipment, net', '1,200', '1,150'],
    ['Total assets', '$2,500', '$2,300'],
    ['Accounts payable', '210', '190'],
    ['Total current liabilities', '500', '480'],
  ])
  const cash = placeStatement('Consolidated Statements of Cash Flows', [
    ['', ...years],
    ['Net income', '$448', '$390', '$360'],
    ['Depreciation and amortization', '150', '140', '130'],
    ['Net cash provided by operating activities', '640', '560', '500'],
    ['Purchases of property, plant and equipment', '(123)', '(117)', '(101)'],
    ['Dividends paid', '(80)', '(75)', '(70)'],
    ['Net cash used in financing activities', '(300)', '(280)', '(260)'],
  ])
  return buildPdf([cover, prose, income, balance, cash])
}

import type { FilingValues, YearValues } from './filing-values.ts'
import type { Style } from './styles.ts'

export interface PrintedFiling {
  readonly html: string
  /** The page of each statement, by its place in `Style.titles`. */
  readonly pages: readonly [income: number, balance: number, cash: number]
}

/** A line of a statement: a section without figures, or a row by the id of its value. */
type Line =
  | { readonly section: string }
  | {
      readonly id: string
      readonly sign?: -1
      readonly isTotal?: boolean
      readonly indent?: number
    }

const row = (id: string, more: { sign?: -1; isTotal?: boolean; indent?: number } = {}): Line => ({
  id,
  ...more,
})
const INCOME: readonly Line[] = [
  { section: 'Revenue:' },
  row('products', { indent: 1 }),
  row('services', { indent: 1 }),
  row('revenue', { isTotal: true }),
  { section: 'Costs and expenses:' },
  row('cogs', { indent: 1 }),
  row('selling', { indent: 1 }),
  row('research', { indent: 1 }),
  row('operating', { isTotal: true }),
  row('interest'),
  row('otherIncome'),
  row('pretax'),
  row('tax'),
  row('net', { isTotal: true }),
  { section: 'Earnings per share:' },
  row('basicEps', { indent: 1 }),
  row('dilutedEps', { indent: 1 }),
  { section: 'Weighted average common shares outstanding:' },
  row('basicShares', { indent: 1 }),
  row('dilutedShares', { indent: 1 }),
]
const ASSETS: readonly Line[] = [
  { section: 'Assets' },
  { section: 'Current assets' },
  ...['cash', 'investments', 'receivables', 'inventory', 'otherCurrent'].map(id =>
    row(id, { indent: 1 }),
  ),
  row('currentAssets', { isTotal: true }),
  row('property'),
  row('goodwill'),
  row('otherAssets'),
  row('assets', { isTotal: true }),
]
const LIABILITIES: readonly Line[] = [
  { section: 'Liabilities and Shareholders’ Equity' },
  { section: 'Current liabilities' },
  ...['currentDebt', 'payables', 'accrued'].map(id => row(id, { indent: 1 })),
  row('currentLiabilities', { isTotal: true }),
  row('longDebt'),
  row('otherLiabilities'),
  row('liabilities', { isTotal: true }),
  row('equity'),
  row('whole', { isTotal: true }),
]
const CASH: readonly Line[] = [
  { section: 'Cash Flows from Operating Activities' },
  row('net', { indent: 1 }),
  { section: 'Adjustments to reconcile net income to net cash provided by operating activities' },
  row('depreciation', { indent: 2 }),
  row('compensation', { indent: 2 }),
  row('operatingCash', { isTotal: true }),
  { section: 'Cash Flows from Investing Activities' },
  row('capex', { indent: 1, sign: -1 }),
  row('acquired', { indent: 1, sign: -1 }),
  row('investingCash', { isTotal: true }),
  { section: 'Cash Flows from Financing Activities' },
  row('repaid', { indent: 1, sign: -1 }),
  row('buybacks', { indent: 1, sign: -1 }),
  row('dividends', { indent: 1, sign: -1 }),
  row('financingCash', { isTotal: true }),
  row('change', { isTotal: true }),
]
const COSTS = new Set(['cogs', 'selling', 'research', 'interest', 'tax'])
const PER_SHARE = new Set(['basicEps', 'dilutedEps'])
const PROSE_PAGES = { before: 30, between: 6, after: 26 }

export function printFiling(values: FilingValues, style: Style): PrintedFiling {
  const [income, balance, cash] = style.titles
  const statement = (title: string, lines: readonly Line[], count: number, isFlow: boolean) =>
    `<h3>${title}</h3><p class=c>${values.company}</p>${table(values, style, { lines, count, isFlow })}
     <p>The accompanying Notes to Consolidated Financial Statements are an integral part of this statement.</p>`
  const pages = [cover(values, style), contents(style)]
  for (let at = 0; at < PROSE_PAGES.before; at += 1) pages.push(prose(values, style, at))
  pages.push(selected(values, style), segments(values, style))
  const first = pages.length + 1
  pages.push(statement(income, INCOME, 3, true))
  pages.push(prose(values, style, 90))
  if (style.isBalanceSplit) {
    pages.push(statement(balance, ASSETS, 2, false))
    pages.push(statement(`${balance} (Continued)`, LIABILITIES, 2, false))
  } else pages.push(statement(balance, [...ASSETS, ...LIABILITIES], 2, false))
  const second = first + 2
  const third = pages.length + 1
  pages.push(statement(cash, CASH, 3, true))
  for (let at = 0; at < PROSE_PAGES.between; at += 1) pages.push(prose(values, style, at + 100))
  pages.push(maturities(values, style), taxNote(values, style))
  for (let at = 0; at < PROSE_PAGES.after; at += 1) pages.push(prose(values, style, at + 40))
  return { html: bind(pages, values, style), pages: [first, second, third] }
}

function bind(pages: readonly string[], { company, year }: FilingValues, style: Style): string {
  const bound = pages.map(
    (page, at) =>
      `<section>${at > 1 ? `<p class=h>${at % 2 ? company : 'Form 10-K'}</p>` : ''}${page}<p class=f>${at + 1}</p></section>`,
  )
  return `<!doctype html><meta charset=utf-8><title>${company.toLowerCase().replace(/\W+/g, '')}-${year}12310k</title><style>
    @page { size: letter; margin: 0 } body { margin: 0; font: 9.5pt '${style.font}' }
    section { position: relative; height: 10.98in; box-sizing: border-box; padding: 0.6in 0.75in; break-after: page; overflow: hidden }
    .f { position: absolute; bottom: 0.2in; left: 0; right: 0; text-align: center } .h { font-size: 8pt; text-align: right; margin: 0 0 8pt }
    .c { text-align: center } h3 { text-align: center; font-size: 11pt } h1 { text-align: center; font-size: 18pt }
    table { width: 100%; border-collapse: collapse; font-size: 8.5pt } td { padding: 2px 1px; vertical-align: bottom }
    .n { text-align: right; white-space: nowrap } .d { width: 10px } .t td.n { border-top: 1px solid } .s td { background: #e8f0f8 }
    ${style.narrowLabels ? `td { padding: 3px 1px; vertical-align: ${style.narrowLabels} } td:first-child { width: 46% }` : ''}
  </style>${bound.join('')}`
}

function cover({ company, year }: FilingValues, { endOf }: Style): string {
  return `<p class=c><b>UNITED STATES<br>SECURITIES AND EXCHANGE COMMISSION</b><br>Washington, D.C. 20549</p>
    <h1>FORM 10-K</h1><p>☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
    <p class=c><b>For the fiscal year ended ${endOf(year).replace('Dec. 31,<br>', 'December 31, ')}</b></p><p class=c>Commission file number 1-${3000 + company.length}</p>
    <h1>${company}</h1><p class=c>(Exact name of registrant as specified in its charter)</p>
    <table><tr><td class=c>Delaware</td><td class=c>41-0417775</td></tr><tr><td class=c>(State or other jurisdiction of incorporation)</td><td class=c>(I.R.S. Employer Identification No.)</td></tr></table>
    <p>Indicate by check mark if the registrant is a well-known seasoned issuer, as defined in Rule 405 of the Securities Act. Yes ☒ No ☐</p>`
}

function contents({ titles }: Style): string {
  const line = (title: string, page: number) => `<p>${title} ${'. '.repeat(40)} ${page}</p>`
  return `<h3>TABLE OF CONTENTS</h3>${['Business', 'Risk Factors', 'Properties', 'Legal Proceedings', ...titles].map((title, at) => line(title, 3 + at * 6)).join('')}`
}

/** Management's discussion: it repeats some figures, rounded or of one year alone. */
function prose({ company, year, years }: FilingValues, { endOf }: Style, at: number): string {
  const [now, before] = years as readonly [YearValues, YearValues]
  const billions = (value = 0) => `$${(value / 1_000).toFixed(1)} billion`
  const sentences = [
    `${company} operates in more than ${20 + at} countries and manages its operations in business segments that are aligned with customers.`,
    `Revenue was ${billions(now['revenue'])} in ${year}, compared with ${billions(before['revenue'])} in ${year - 1}, as organic growth and pricing offset foreign currency translation.`,
    'The Company is subject to risks of supply interruption, changes in the price of raw materials, and the loss of key customers, any of which could affect results.',
    `Capital spending is expected to be in the range of ${billions((now['capex'] ?? 0) * 0.9)} to ${billions((now['capex'] ?? 0) * 1.2)} in ${year + 1}, mostly for growth programs and compliance.`,
    'Management believes that its cash position, cash flow from operations and access to capital markets are sufficient to fund operations and dividends.',
    `As of ${endOf(year).replace('<br>', ' ')}, the Company employed approximately ${(now['revenue'] ?? 0) * 3} people, of whom about half were outside the United States.`,
    'The effective tax rate varies from year to year because of the mix of earnings, changes in law, and the settlement of audits in several jurisdictions.',
    'Property, plant and equipment are depreciated on a straight-line basis over their useful lives; buildings over 10 to 40 years and machinery over 3 to 15 years.',
    `Inventories are stated at the lower of cost or net realizable value, and accounts payable terms were extended in fiscal ${year} for certain suppliers.`,
    `The Board declared a quarterly dividend and increased it in fiscal ${year} for another consecutive year, reflecting confidence in cash generation.`,
  ]
  const paragraph = (start: number) =>
    `<p>${Array.from({ length: 5 }, (_, step) => sentences[(start + step * 3) % sentences.length]).join(' ')}</p>`
  return `<h4>Item ${1 + (at % 15)}. Discussion ${at + 1}</h4>${[0, 1, 2, 3, 4].map(step => paragraph(at + step)).join('')}`
}

function selected({ years, year }: FilingValues, style: Style): string {
  const ids = ['revenue', 'net', 'dilutedEps', 'assets', 'longDebt']
  const head = years.map((_, age) => `<td class=n><b>${year - age}</b></td>`).join('')
  const body = ids.map(id => {
    const label = id === 'dilutedEps' ? 'Per share of common stock — diluted' : style.labels[id]
    return `<tr><td>${label}</td>${years.map(one => `<td class=n>${write(one[id] ?? 0, id, style)}</td>`).join('')}</tr>`
  })
  return `<h4>Item 6. Selected Financial Data</h4><p>${style.unitLine}</p><table><tr><td>Years ended</td>${head}</tr>${body.join('')}</table>${'<p>The data should be read with the consolidated financial statements.</p>'.repeat(5)}`
}

function segments({ years, year }: FilingValues, style: Style): string {
  const share = [0.4, 0.35, 0.25]
  const rows = ['Industrial', 'Health', 'Consumer'].map(
    (name, at) =>
      `<tr><td>${name}</td>${[0, 1].flatMap(age => ['revenue', 'operating'].map(id => `<td class=n>${write(Math.round((years[age]?.[id] ?? 0) * (share[at] ?? 0)), id, style)}</td>`)).join('')}<td class=n>${(2 + at).toFixed(1)}%</td></tr>`,
  )
  return `<h4>Performance by Business Segment</h4><p>${style.unitLine}</p><table><tr><td></td><td colspan=2 class=c>${year}</td><td colspan=2 class=c>${year - 1}</td><td>% change</td></tr>
    <tr><td></td><td class=n>Net Sales</td><td class=n>Operating Income</td><td class=n>Net Sales</td><td class=n>Operating Income</td><td></td></tr>${rows.join('')}</table><p>Segment results exclude corporate items.</p>`
}

function maturities({ years, year }: FilingValues, style: Style): string {
  const debt = years[0]?.['longDebt'] ?? 0
  const cells = [1, 2, 3, 4, 5].map(
    at => `<td class=n>$ ${write(Math.round(debt / (at + 5)), 'longDebt', style)}</td>`,
  )
  return `<h4>NOTE 12. Long-Term Debt and Short-Term Borrowings</h4><p>Maturities of long-term debt are as follows ${style.unitLine}:</p>
    <table><tr>${[1, 2, 3, 4, 5].map(at => `<td class=n>${year + at}</td>`).join('')}</tr><tr>${cells.join('')}</tr></table>`
}

function taxNote({ years, year }: FilingValues, style: Style): string {
  const part = (id: string, share: number) =>
    years
      .slice(0, 3)
      .map(one => `<td class=n>${write(Math.round((one[id] ?? 0) * share), id, style)}</td>`)
      .join('')
  return `<h4>NOTE 10. Income Taxes</h4><p>${style.unitLine}</p><table><tr><td></td>${[0, 1, 2].map(age => `<td class=n>${year - age}</td>`).join('')}</tr>
    <tr><td>United States</td>${part('pretax', 0.6)}</tr><tr><td>International</td>${part('pretax', 0.4)}</tr><tr><td>Total</td>${part('pretax', 1)}</tr></table>
    <p>Statutory U.S. federal income tax rate 21.0%; state taxes, net, 1.1%; international rates (2.4)%.</p>`
}

function table(
  { years, year }: FilingValues,
  style: Style,
  { lines, count, isFlow }: { lines: readonly Line[]; count: number; isFlow: boolean },
): string {
  const ages = Array.from({ length: count }, (_, age) => age)
  const shown = style.isOldestFirst ? ages.toReversed() : ages
  const notes = style.hasNotes ? '<td class=c><b>Note</b></td>' : ''
  const wide = `<td colspan=${count * 3} class=c><b>${isFlow ? style.flowHeader : style.balanceHeader}</b></td>`
  const corner = style.unitPlace === 'corner' ? style.unitLine : ''
  const isDated = style.columns === 'dates' && !(isFlow && /\d/.test(style.flowHeader))
  const heads = shown.map(age => {
    const end = style.endOf(year - age)
    const text = isDated ? (isFlow ? end : `At ${end}`) : String(year - age)
    return `<td class=d></td><td class=n style="white-space:normal;width:70px"><b>${text}</b></td><td class=d></td>`
  })
  const body = lines.map((line, at) => {
    const shade = style.isShaded && at % 2 ? ' s' : ''
    if ('section' in line)
      return `<tr class="${shade}"><td>${line.section}</td>${style.hasNotes ? '<td></td>' : ''}<td colspan=${count * 3}></td></tr>`
    const { id, sign = 1, isTotal, indent = 0 } = line
    const negative = style.areCostsNegative && COSTS.has(id) ? -1 : 1
    const dots = style.hasLeaders
      ? ` ${'. '.repeat(Math.max(4, 34 - (style.labels[id] ?? id).length / 2))}`
      : ''
    const cells = shown.map(age => {
      const value = (years[age]?.[id] ?? 0) * sign * negative
      const text = write(value, id, style)
      const isFirst = isTotal || at < 3
      return `<td class="d n">${isFirst ? '$' : ''}</td><td class=n>${text.replace(')', '')}</td><td>${text.endsWith(')') ? ')' : ''}</td>`
    })
    const note = style.hasNotes ? `<td class=c>${at % 4 === 1 ? 3 + at : ''}</td>` : ''
    return `<tr class="${isTotal ? 't' : ''}${shade}"><td style="padding-left:${indent * 10}px">${style.labels[id] ?? id}${dots}</td>${note}${cells.join('')}</tr>`
  })
  return `${style.unitPlace === 'line' ? `<p class=c>${style.unitLine}</p>` : ''}<table><tr><td>${corner}</td>${style.hasNotes ? '<td></td>' : ''}${wide}</tr><tr><td></td>${notes}${heads.join('')}</tr>${body.join('')}</table>`
}

function write(value: number, id: string, { perMillion }: Style): string {
  const text = PER_SHARE.has(id)
    ? Math.abs(value).toFixed(2)
    : Math.round(Math.abs(value) * perMillion).toLocaleString('en-US')
  return value < 0 ? `(${text})` : text
}

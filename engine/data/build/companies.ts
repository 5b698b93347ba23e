import { createFiscalCalendar } from '../../src/finance/edgar/fiscal-calendar.ts'
import concepts from '../concepts.json' with { type: 'json' }
import type { Book } from './book.ts'
import { readLines, readTable } from './read.ts'

interface CompanyLine {
  readonly cik: number
  readonly name: string
  readonly ticker?: string
  readonly facts: readonly FiledFact[]
}

interface FiledFact {
  readonly concept: string
  readonly unit: string
  readonly start?: string
  readonly end: string
  readonly value: number
  readonly fy?: number
  readonly fp?: string
  readonly form: string
  readonly filed: string
  readonly accn: string
}

interface StandardLine {
  readonly cik: number
  readonly name: string
  readonly ticker: string
  /** The line of business by the SEC's classification. */
  readonly sic: string
  readonly years: readonly StandardYear[]
}

type StandardYear = { readonly end: string } & Readonly<Record<string, unknown>>

type Calendar = ReturnType<typeof createFiscalCalendar>

/** The filed concepts that hold a standardised measure, the usual one first. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
  revenue: [
    'Revenues',
    'RevenueFromContractWithCustomerExcludingAssessedTax',
    'RevenueFromContractWithCustomerIncludingAssessedTax',
    'SalesRevenueNet',
    'RevenuesNetOfInterestExpense',
    'std:Revenue',
  ],
  costOfRevenue: ['CostOfRevenue', 'CostOfGoodsAndServicesSold'],
  grossProfit: ['GrossProfit'],
  opIncome: ['OperatingIncomeLoss'],
  netIncome: ['NetIncomeLoss', 'ProfitLoss'],
  rnd: ['ResearchAndDevelopmentExpense'],
  sga: ['SellingGeneralAndAdministrativeExpense'],
  ocf: ['NetCashProvidedByUsedInOperatingActivities'],
  capex: ['PaymentsToAcquirePropertyPlantAndEquipment', 'PaymentsToAcquireProductiveAssets'],
  buybacks: ['PaymentsForRepurchaseOfCommonStock'],
  dividendsPaid: ['PaymentsOfDividends', 'PaymentsOfDividendsCommonStock'],
  eps: ['EarningsPerShareDiluted'],
  divPS: ['CommonStockDividendsPerShareDeclared', 'CommonStockDividendsPerShareCashPaid'],
  dilutedShares: ['WeightedAverageNumberOfDilutedSharesOutstanding'],
  assets: ['Assets'],
  liabilities: ['Liabilities'],
  equity: ['StockholdersEquity', 'std:ShareholdersEquity'],
  cash: ['CashAndCashEquivalentsAtCarryingValue'],
  ltDebt: ['LongTermDebtNoncurrent', 'LongTermDebt'],
}
const MOMENTS = new Set(['assets', 'liabilities', 'equity', 'cash', 'ltDebt'])
const UNITS: Readonly<Record<string, string>> = {
  eps: 'USD/shares',
  divPS: 'USD/shares',
  dilutedShares: 'shares',
}
const EDGAR = 'https://www.sec.gov'
const YEAR_MS = 365.25 * 24 * 3_600_000

/** Of these lines of business, the collection gives only a part of a measure: revenue without premiums and interest, cost without medical care. */
const PARTS: readonly (readonly [sic: RegExp, ...measures: string[]])[] = [
  [/Insurance(?! Agents)|Banks/, 'revenue'],
  [/Medical Service Plans/, 'costOfRevenue', 'grossProfit'],
]
/** A share of revenue that grows or shrinks by so much in a year is of another item. */
const MOST_JUMP = 5
/** Cost of revenue and operating income make up at least this much of revenue, if nothing else is given. */
const LEAST_EXPLAINED = 0.7

export function addCompanies(book: Book, folder: string): void {
  const filed = readLines<CompanyLine>(folder, 'company-facts.jsonl.gz')
  const standard = readLines<StandardLine>(folder, 'sp500-annual-std.jsonl.gz')
  const constituents = readTable(folder, 'extra/sp500-constituents.csv').map(
    (row): Record<string, string> => ({ ...row, Security: inOrder(row['Security'] ?? '') }),
  )
  const listed = new Map(constituents.map(row => [Number(row['CIK']), row]))
  const collection = book.collection({
    key: 'company-filings',
    title: 'Company figures from SEC filings',
    edition: '2026-08-14',
    publisher: 'US Securities and Exchange Commission (EDGAR)',
    licence: 'Facts of public filings',
    url: 'https://www.sec.gov/edgar/search/',
  })
  const checks = book.collection({
    key: 'company-standardised',
    title: 'Standardised annual figures of S&P 500 companies',
    edition: '2026-08-22',
    publisher: 'joshuakeum9-cell/plainsight',
    licence: 'Facts of public filings',
    url: 'https://www.sec.gov/edgar/search/',
  })
  const subjectOf = ({ cik, name, ticker }: Pick<CompanyLine, 'cik' | 'name' | 'ticker'>) => {
    const row = listed.get(cik)
    const called = row?.['Security'] || cleanCase(cleanName(name))
    const key = String(cik).padStart(10, '0')
    const id = book.subject({ kind: 'company', key, name: called, names: shorter([name, called]) })
    const codes = new Set([ticker, row?.['Symbol']].filter(code => typeof code === 'string'))
    book.name(id, [...codes], { isCode: true })
    return { id, called }
  }
  const partial = new Map(standard.map(company => [company.cik, findPartial(company)]))
  const calendars = new Map<number, Calendar>()
  const held = new Set<string>()
  for (const company of filed) {
    const { id, called } = subjectOf(company)
    const calendar = calendarOf(company.facts)
    calendars.set(company.cik, calendar)
    for (const fact of changes(company.facts)) {
      const { concept, unit, start, end, value, form, filed: publishedOn, accn } = fact
      const period = calendar.periodOf({ ...(start && { start }), end })
      if (!period) continue
      // The whole is filed under a concept of the company's own.
      if (partial.get(company.cik)?.has('rnd') && STANDARD['rnd']?.includes(concept)) continue
      if (period.part === 'year') held.add(`${company.cik} ${concept} ${period.fiscalYear}`)
      book.fact({
        subject: id,
        attribute: attributeOf(book, collection, concept),
        source: book.source({
          collection,
          url: `${EDGAR}/Archives/edgar/data/${company.cik}/${accn.replaceAll('-', '')}/${accn}-index.htm`,
          title: `${called} ${form} filed ${publishedOn}`,
          publishedOn,
          form,
        }),
        number: value,
        unit,
        year: period.fiscalYear,
        part: period.part,
        ...(start && { start }),
        end,
      })
    }
  }
  for (const company of standard) {
    const { id, called } = subjectOf(company)
    const calendar = calendars.get(company.cik) ?? createFiscalCalendar(company.years)
    const about = {
      url: `${EDGAR}/cgi-bin/browse-edgar?action=getcompany&CIK=${String(company.cik).padStart(10, '0')}&type=10-K`,
      title: `${called}: annual values standardised from its filings`,
      publishedOn: '2026-08-22',
      form: 'standardised',
    }
    const source = book.source({ collection, ...about })
    for (const { end, ...year } of company.years) {
      for (const [measure, [concept = '', ...others]] of Object.entries(STANDARD)) {
        const value = year[measure]
        if (typeof value !== 'number') continue
        if (
          partial.get(company.cik)?.has(measure) ||
          partial.get(company.cik)?.has(`${measure} ${end}`)
        )
          continue
        const start = MOMENTS.has(measure) ? undefined : yearBefore(end)
        const period = calendar.periodOf({ ...(start && { start }), end })
        if (period?.part !== 'year') continue
        const isHeld = (one: string) => held.has(`${company.cik} ${one} ${period.fiscalYear}`)
        const filedAs = [concept, ...others].find(isHeld)
        // A value that a filing gives too is kept apart, to check the filing against.
        const isCheck = filedAs !== undefined
        book.fact({
          subject: id,
          attribute: attributeOf(book, isCheck ? checks : collection, filedAs ?? concept),
          source: isCheck ? book.source({ ...about, collection: checks }) : source,
          number: value,
          unit: UNITS[measure] ?? 'USD',
          year: period.fiscalYear,
          part: 'year',
          ...(start && { start }),
          end,
        })
      }
    }
  }
  addConstituents(book, constituents)
}

/** Measures, or years of measures, whose values cannot be the total: by their line of business, or by a jump. */
function findPartial({ sic, years }: StandardLine): ReadonlySet<string> {
  const found = new Set(PARTS.flatMap(([of, ...measures]) => (of.test(sic) ? measures : [])))
  const numberOf = (year: StandardYear, measure: string) => {
    const value = year[measure]
    return typeof value === 'number' ? value : undefined
  }
  for (const measure of ['rnd', 'costOfRevenue']) {
    const shares = years.map(year => {
      const [value, revenue] = [numberOf(year, measure), numberOf(year, 'revenue')]
      return value === undefined || !revenue ? undefined : value / revenue
    })
    const isJump = (at: number) => {
      const [one = 0, other = 0] = [shares[at - 1], shares[at]]
      const isGiven = shares[at - 1] !== undefined && shares[at] !== undefined
      return isGiven && Math.max(one, other) > MOST_JUMP * Math.min(one, other)
    }
    const last = shares.findLastIndex((_, at) => isJump(at))
    if (last < 0) continue
    // After a rise the values are the whole, after a fall they are not.
    if ((shares[last] ?? 0) < (shares[last - 1] ?? 0)) found.add(measure)
    else for (const { end } of years.slice(0, last)) found.add(`${measure} ${end}`)
  }
  for (const year of years) {
    const [revenue = 0, cost = 0, income] = ['revenue', 'costOfRevenue', 'opIncome'].map(one =>
      numberOf(year, one),
    )
    const isAlone = ['grossProfit', 'sga', 'rnd'].every(one => numberOf(year, one) === undefined)
    if (isAlone && income !== undefined && cost + income < LEAST_EXPLAINED * revenue)
      found.add(`costOfRevenue ${year.end}`)
  }
  if (found.has('costOfRevenue')) found.add('grossProfit')
  return found
}

function addConstituents(book: Book, constituents: readonly Record<string, string>[]): void {
  const collection = book.collection({
    key: 'sp500',
    title: 'S&P 500 constituents',
    edition: '2026-08-08',
    publisher: 'datasets/s-and-p-500-companies',
    licence: 'PDDL',
    url: 'https://github.com/datasets/s-and-p-500-companies',
  })
  const source = book.source({
    collection,
    url: 'https://github.com/datasets/s-and-p-500-companies',
    title: 'S&P 500 companies',
    publishedOn: '2026-08-08',
  })
  const fields = {
    Symbol: 'Ticker',
    'GICS Sector': 'Sector',
    'GICS Sub-Industry': 'Sub-industry',
    'Headquarters Location': 'Headquarters',
    'Date added': 'Added to the S&P 500',
    Founded: 'Founded',
  }
  for (const row of constituents) {
    const key = (row['CIK'] ?? '').padStart(10, '0')
    const subject = book.subject({ kind: 'company', key, name: row['Security'] ?? '' })
    book.name(subject, [row['Symbol'] ?? ''], { isCode: true })
    for (const [column, label] of Object.entries(fields)) {
      const text = row[column]
      if (!text) continue
      const attribute = book.attribute({ collection, key: column, section: 'S&P 500', label })
      const year = /^\d{4}/.exec(text)?.[0]
      const isDate = label === 'Founded' || label === 'Added to the S&P 500'
      book.fact({
        subject,
        attribute,
        source,
        text,
        ...(isDate && year && { number: Number(year) }),
      })
    }
  }
}

function attributeOf(book: Book, collection: number, concept: string): number {
  const found = Object.entries(concepts).flatMap(([section, labels]) => {
    const label = (labels as Record<string, string>)[concept]
    return label === undefined ? [] : [{ section, label }]
  })[0]
  if (!found) throw new Error(`no label for ${concept} in concepts.json`)
  const key = concept.includes(':') ? concept : `us-gaap:${concept}`
  return book.attribute({ collection, key, ...found })
}

/** Later filings repeat a value for comparison; they count only if they change it. */
function* changes(facts: readonly FiledFact[]): Generator<FiledFact> {
  const last = new Map<string, number>()
  for (const fact of facts.toSorted((one, other) =>
    one.filed < other.filed ? -1 : one.filed > other.filed ? 1 : 0,
  )) {
    const key = [fact.concept, fact.unit, fact.start, fact.end].join()
    if (last.get(key) === fact.value) continue
    last.set(key, fact.value)
    yield fact
  }
}

/** The newest year of each annual report, by the name that the report gives it. */
function calendarOf(facts: readonly FiledFact[]): Calendar {
  const reports = Map.groupBy(
    facts.filter(
      ({ form, fp, start }) =>
        form.startsWith('10-K') && (fp ?? 'FY') === 'FY' && start !== undefined,
    ),
    ({ accn }) => accn,
  )
  const ends = [...reports.values()].flatMap(report => {
    const years = report.filter(
      ({ start = '', end }) =>
        Math.abs(Date.parse(end) - Date.parse(start) - YEAR_MS) < YEAR_MS / 20,
    )
    const [newest] = years.toSorted((one, other) => (one.end < other.end ? 1 : -1))
    if (!newest) return []
    return [{ end: newest.end, ...(newest.fy && { fiscalYear: newest.fy }) }]
  })
  return createFiscalCalendar(ends)
}

function yearBefore(end: string): string {
  const day = new Date(`${end}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** "Coca-Cola Company" for "Coca-Cola Company (The)", and "Eli Lilly" for "Lilly (Eli)". */
function inOrder(name: string): string {
  const [, own = name, before = ''] = /^(.*) \((.*)\)$/.exec(name) ?? []
  return /^(?:The|Class \w)?$/.test(before) ? own : `${before} ${own}`
}

/** EDGAR adds where a company is registered: `AMPHENOL CORP /DE/`. */
function cleanName(name: string): string {
  return name.replace(/\s*\/.*$|\s*\\.*$/, '').trim()
}

function cleanCase(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.replace(/[A-Z][A-Z']+/g, word =>
    /^(?:II|III|IV|USA|US|NV|SA|AG|SE|PLC|LLC|LP|DTE|CMS|AES|PPL)$/.test(word) ||
    !/[AEIOUY]/.test(word)
      ? word
      : word.charAt(0) + word.slice(1).toLowerCase(),
  )
}

const LEGAL =
  /[,\s]+(?:(?:the|inc|incorporated|corp|corporation|co|cos|company|companies|plc|ltd|limited|llc|lp|l\.p|n\.?v|s\.?a|ag|se|holdings?|group|international|technologies|class [a-c])\b\.?|\(the\)|& co\.?)$/i

/** The name without what only a lawyer would say, one ending after the other. */
function shorter(names: readonly string[]): string[] {
  return names.flatMap(name => {
    const all = [name, cleanName(name)]
    for (let rest = cleanName(name).replace(/\s*\(.*\)$/, ''); ; ) {
      const cut = rest.replace(LEGAL, '').replace(/[,&\s]+$/, '')
      all.push(rest)
      if (cut === rest || cut.length < 3) return all
      rest = cut
    }
  })
}

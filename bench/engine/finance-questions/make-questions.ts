import { createHash } from 'node:crypto'
import type { Fact } from '../../../engine/src/facts/fact.ts'
import type { Facts } from '../../../engine/src/facts/facts.ts'

/** A question with the exact values that its answer must have. */
export interface MadeQuestion {
  readonly question: string
  readonly part: string
  readonly values: readonly number[]
  /** Whether the values are percentages, which answers round. */
  readonly isPercent?: boolean
  /** "Yes" or "No" */
  readonly opening?: string
  readonly isRefused?: boolean
}

interface Row {
  readonly name: string
  readonly concept: string
  readonly year: number
  readonly quarter?: string
  readonly value: number
}

type Make = (rows: ReadonlyMap<string, Row>, name: string) => Omit<MadeQuestion, 'part'> | undefined

const PER_PART = 50
const YEARS = [2019, 2020, 2021, 2022, 2023, 2024]
const REVENUES = [
  'us-gaap:Revenues',
  'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
  'us-gaap:RevenueFromContractWithCustomerIncludingAssessedTax',
  'us-gaap:SalesRevenueNet',
]
const INCOME = 'us-gaap:NetIncomeLoss'
const MEASURES: readonly (readonly [concept: string, ...phrasings: string[]])[] = [
  [INCOME, "What was NAME's net income in fiscal YEAR?", 'How much did NAME earn in YEAR?'],
  [
    'us-gaap:OperatingIncomeLoss',
    'NAME operating income YEAR',
    'What was the EBIT of NAME in YEAR?',
  ],
  ['us-gaap:Assets', "What were NAME's total assets at the end of fiscal YEAR?"],
  [
    'us-gaap:NetCashProvidedByUsedInOperatingActivities',
    'How much cash did the operations of NAME generate in YEAR? I mean operating cash flow.',
    "NAME's cash flow from operating activities, FYYEAR",
  ],
  ['us-gaap:PaymentsToAcquirePropertyPlantAndEquipment', 'Capex of NAME in fiscal year YEAR'],
  ['us-gaap:PaymentsForRepurchaseOfCommonStock', 'How much did NAME spend on buybacks in YEAR?'],
  ['us-gaap:PaymentsOfDividends', 'How much did NAME pay in dividends in YEAR?'],
  ['us-gaap:ResearchAndDevelopmentExpense', 'What did NAME spend on R&D in YEAR?'],
  ['us-gaap:EarningsPerShareDiluted', 'NAME diluted EPS YEAR'],
  ['us-gaap:StockholdersEquity', "NAME's shareholders' equity at the end of YEAR"],
]

/** Makes questions whose values come straight from the rows. Companies are split by a hash of their name. */
export function makeQuestions(facts: Facts): MadeQuestion[] {
  const companies = [...Map.groupBy(readRows(facts), ({ name }) => name)]
    .map(([name, rows]) => ({ name, rows: new Map(rows.map(row => [keyOf(row), row])) }))
    .filter(({ rows }) => rows.size > 20)
    .toSorted((a, b) => (hashOf(a.name) < hashOf(b.name) ? -1 : 1))
  return ['in view', 'held back'].flatMap((part, half) => {
    const own = companies.filter(
      ({ name }) => Number.parseInt(hashOf(name).slice(-1), 16) % 2 === half,
    )
    const made = own.flatMap(({ name, rows }, at) => {
      const question = MAKERS[at % MAKERS.length]?.(rows, name)
      return question ? [{ ...question, part: `made from the data, ${part}` }] : []
    })
    return made.slice(0, PER_PART)
  })
}

const MAKERS: readonly Make[] = [
  ...MEASURES.map(
    ([concept, ...phrasings]): Make =>
      (rows, name) => {
        const row = pick(YEARS, name, year => rows.get(`${concept} ${year}`))
        const phrasing = phrasings[Number.parseInt(hashOf(name).slice(0, 2), 16) % phrasings.length]
        return row && phrasing ? { question: fill(phrasing, row), values: [row.value] } : undefined
      },
  ),
  (rows, name) => {
    const row = pick(YEARS, name, year => revenueOf(rows, year))
    return row && { question: fill("What was NAME's revenue in YEAR?", row), values: [row.value] }
  },
  (rows, name) => {
    const row = pick(YEARS, name, year => rows.get(`${INCOME} ${year} Q2`))
    const question = row && fill('Net income of NAME in the second quarter of fiscal YEAR', row)
    return question ? { question, values: [row.value] } : undefined
  },
  (rows, name) => {
    const row = pick(YEARS, name, year => rows.get(`${INCOME} ${year}`))
    if (!row) return undefined
    const question = fill('Did NAME make a profit in YEAR?', row)
    return { question, values: [row.value], opening: row.value > 0 ? 'Yes' : 'No' }
  },
  (rows, name) => {
    const to = pick(YEARS, name, year => revenueOf(rows, year))
    const from = to && revenueOf(rows, to.year - 1)
    if (!from || from.concept !== to.concept) return undefined
    const question = `How did ${name}'s revenue change from ${from.year} to ${to.year}?`
    return { question, values: [from.value, to.value] }
  },
  (rows, name) => {
    const under = pick(YEARS, name, year => revenueOf(rows, year))
    const over = under && rows.get(`${INCOME} ${under.year}`)
    if (!over) return undefined
    const question = `What was the net profit margin of ${name} in fiscal ${over.year}?`
    return { question, values: [(100 * over.value) / under.value], isPercent: true }
  },
  (rows, name) => {
    const found = YEARS.slice(-3).map(year => rows.get(`${INCOME} ${year}`))
    const values = found.flatMap(row => (row ? [row.value] : []))
    const question = `Show the net income of ${name} from ${YEARS.at(-3)} to ${YEARS.at(-1)}`
    return values.length === 3 ? { question, values } : undefined
  },
  (rows, name) => {
    const quarters = [1, 2, 3].map(at => rows.get(`${INCOME} 2023 Q${at}`))
    const year = rows.get(`${INCOME} 2023`)
    if (!year || !quarters.every(row => row !== undefined)) return undefined
    const rest = quarters.reduce((left, { value }) => left - value, year.value)
    return { question: `${name} net income Q4 fiscal 2023`, values: [rest] }
  },
  (_, name) => ({
    question: `What was ${name}'s net income in 1987?`,
    values: [],
    isRefused: true,
  }),
]

/** Values that only one filing gives, so that there is one right answer. */
function readRows(facts: Facts): Row[] {
  const wanted = new Set([...REVENUES, ...MEASURES.map(([concept]) => concept)])
  const attributes = facts
    .attributes()
    .filter(({ collection, key }) => collection === 'company-filings' && wanted.has(key))
    .map(({ id }) => id)
  const found = facts.find({ attributes, years: YEARS }).flatMap(toRow)
  return [...Map.groupBy(found, row => `${row.name} ${keyOf(row)}`).values()].flatMap(same =>
    new Set(same.map(({ value }) => value)).size === 1 ? same.slice(0, 1) : [],
  )
}

function toRow({ subject, attribute, number, year, part, unit = '' }: Fact): Row[] {
  const isPlain = part === 'year' || /^Q[123]$/.test(part ?? '')
  if (number === undefined || year === undefined || !isPlain || !unit.startsWith('USD')) return []
  const row = { name: subject.name, concept: attribute.key, year, value: number }
  return [part === 'year' ? row : { ...row, quarter: part ?? '' }]
}

/** The revenue of a company that files it under one concept, and more of it than income. */
function revenueOf(rows: ReadonlyMap<string, Row>, year: number): Row | undefined {
  const [only, ...others] = REVENUES.flatMap(concept => rows.get(`${concept} ${year}`) ?? [])
  const income = rows.get(`${INCOME} ${year}`)
  return only && others.length === 0 && income && income.value < only.value ? only : undefined
}

function keyOf({ concept, year, quarter }: Row): string {
  return quarter ? `${concept} ${year} ${quarter}` : `${concept} ${year}`
}

function pick<T>(from: readonly number[], name: string, find: (one: number) => T | undefined) {
  const first = Number.parseInt(hashOf(name).slice(0, 4), 16) % from.length
  return [...from.slice(first), ...from.slice(0, first)].map(find).find(one => one !== undefined)
}

function fill(phrasing: string, { name, year }: Row): string {
  return phrasing.replace('NAME', name).replace('YEAR', String(year))
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

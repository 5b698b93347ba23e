import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../../budgets.ts'
import { compilePolicy } from '../../policy/compile-policy.ts'
import type { FactAnswer } from '../answer.ts'
import { answerQuestion, lexiconOf } from '../answer-question.ts'
import type { Facts } from '../facts.ts'
import { openShippedFacts } from '../testing/open-shipped-facts.ts'
import { buildReport } from './build-report.ts'

const EFFORTS: readonly Effort[] = ['standard', 'deep', 'exhaustive', 'frontier']
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function report(question: string, effort: Effort): FactAnswer {
  const policy = compilePolicy({}, { now: new Date('2026-11-16') })
  const options = { facts, policy, today: '2026-11-16', most: 12 }
  const { answer } = answerQuestion(question, options)
  if (!answer) throw new Error(`no answer to ${question}`)
  return buildReport(answer, { facts, lexicon: lexiconOf(facts), admits: () => true, effort })
}

function factsIn({ statements, sections = [] }: FactAnswer): Set<number> {
  const cells = sections.flatMap(({ table }) =>
    (table?.rows ?? []).flatMap(row => row.cells.filter(cell => cell !== undefined)),
  )
  const all = [...statements, ...sections.flatMap(one => one.statements), ...cells]
  return new Set(all.flatMap(one => one.facts.map(({ id }) => id)))
}

function textOf({ statements, sections = [] }: FactAnswer): string {
  const all = [...statements, ...sections.flatMap(one => one.statements)]
  return all.map(({ text }) => text).join('\n')
}

describe.each([
  'Give me an overview of Chile’s economy',
  'Compare the economies of Chile and Peru',
  'What is the population of Japan?',
  'Which countries have the highest GDP per capita?',
  'Who won the Nobel Prize in physics in 1921?',
])('%s', question => {
  it('holds more facts at each effort, and says nothing twice', () => {
    let before = 0
    for (const effort of EFFORTS) {
      const answer = report(question, effort)
      const { size } = factsIn(answer)
      // The highest effort may only calculate with the same facts.
      if (effort === 'frontier') expect(size).toBeGreaterThanOrEqual(before)
      else expect(size).toBeGreaterThan(before)
      before = size
      const lines = textOf(answer).split('\n')
      expect(lines).toEqual([...new Set(lines)])
    }
  })
})

it('shows the sectors of many companies in a table, and counts them in the sentence', () => {
  const names = 'Apple, Microsoft, Amazon, Walmart, Target and Costco'
  const { statements, sections = [] } = report(`What sector are ${names} in?`, 'standard')
  expect(statements[0]?.text).toBe(
    'Sector: Consumer Staples (3), Information Technology (2) and Consumer Discretionary (1).',
  )
  const [table] = sections.flatMap(one => one.table ?? [])
  expect(table?.columns).toEqual(['Sector'])
  expect(table?.rows.map(({ label, cells }) => [label, cells[0]?.text])).toContainEqual([
    'Costco',
    'Consumer Staples',
  ])
})

it('says in one line that the collections hold no more than the effort below reports', () => {
  const endOf = (question: string) => report(question, 'exhaustive').sections?.at(-1)
  expect(endOf('Which EU countries have the highest public debt?')?.notes).toEqual([
    '- The collections hold nothing more on this question than the effort below this one reports.',
  ])
  expect(endOf('Economy of Chile')?.heading).not.toBe('No more to add')
})

it('compares with neighbours, the region, similar countries and the world', () => {
  const headings = report('Economy of Chile', 'exhaustive').sections?.map(({ heading }) => heading)
  expect(headings).toEqual(
    expect.arrayContaining([
      'Places of Chile in the world and in South America',
      'How Chile compares with its neighbours',
      'How Chile compares with countries of similar size and income',
    ]),
  )
})

it('calculates from values of one year', () => {
  const text = textOf(report('Economy of Chile', 'frontier'))
  expect(text).toMatch(/Exports \(.*, 2024\) are [\d.]+% of GDP/)
  // Values of different years make no sum and no share.
  expect(text).not.toMatch(/19\.1 million \(2025\)/)
})

it('counts all neighbours, and ranks no value that is out of date', () => {
  const text = textOf(report('Overview of Poland’s economy', 'exhaustive'))
  expect(text).toMatch(/Among its neighbours, Poland is the third highest of 8 by GDP/)
  expect(text).not.toMatch(/highest of \d+ by public debt/)
  expect(text).toMatch(/ranks highest by .* and lowest by unemployment \(\w+ lowest of \d+\)/)
})

it('compares no values that are years apart, and opens with figures', () => {
  const text = textOf(report('Compare the economies of Kenya, Ethiopia and Tanzania', 'deep'))
  expect(text).toMatch(/Kenya had the highest unemployment \(/)
  expect(text).not.toMatch(/highest GDP at official exchange rates/)
  expect(text).toMatch(/^Kenya had the highest GDP per capita .* in 2024\./)
})

it('keeps series within the years of the question', () => {
  const { sections = [] } = report('How did the economy of India grow from 1990 to 2020?', 'deep')
  const years = sections.flatMap(({ table }) => table?.columns ?? [])
  expect(years.at(-1)).toBe('2020')
})

it('says in the summary only what is asked for', () => {
  const question = 'Compare the inflation, public debt and poverty of Kenya and Ghana'
  const { statements } = report(question, 'deep')
  expect(statements.map(({ facts: [fact] }) => fact?.attribute.label)).toEqual([
    'Inflation rate (consumer prices)',
    'Public debt',
    'Population below poverty line',
  ])
})

it('shows only what is asked for at standard effort', () => {
  const question = 'Compare the life expectancy and physicians of Uruguay and Paraguay'
  const { statements, sections = [] } = report(question, 'standard')
  expect(statements[0]?.text).toMatch(
    /^Uruguay had a higher life expectancy at birth \(78\.9 years\)/,
  )
  expect(sections.flatMap(one => one.statements)).toEqual([])
  expect(sections.flatMap(({ table }) => table?.rows.map(({ label }) => label) ?? [])).toEqual([
    ...['Life expectancy at birth', 'Density of physicians'],
  ])
})

it('shows a series that is asked for at intervals, also at standard effort', () => {
  const question = 'Compare the GDP per capita of Singapore and Malaysia since 1965'
  const { sections = [] } = report(question, 'standard')
  const [table] = sections.flatMap(one => one.table ?? [])
  expect(table?.columns.slice(0, 2)).toEqual(['1965', '1970'])
  expect(table?.rows.map(({ cells }) => cells[0]?.text)).toEqual(['$517', '$326'])
})

const tablesOf = ({ sections = [] }: FactAnswer) => sections.flatMap(({ table }) => table ?? [])

it('shows each year that is asked for and no other, and says the ends and the peak', () => {
  const answer = report('What was the GDP of Norway in each year from 2012 to 2023?', 'deep')
  expect(tablesOf(answer).map(({ columns }) => columns)).toEqual([
    Array.from({ length: 12 }, (_, at) => String(2012 + at)),
  ])
  expect(answer.statements.map(({ text }) => text)).toEqual([
    'Norway’s GDP in current US dollars fell from $513 billion in 2012 to $486 billion in 2023, by 5.32%, 0.495% a year on average; it was highest in 2022, at $594 billion; current dollars are not adjusted for inflation and move with the exchange rate.',
  ])
})

it('shows single years beside the newest one', () => {
  const question = 'What was the population of Japan and Spain in 1990, 2010 and the latest year?'
  const [table] = tablesOf(report(question, 'standard'))
  expect(table?.columns).toEqual(['1990', '2010', '2024'])
  expect(table?.rows.map(({ cells }) => cells[2]?.text)).toEqual(['123,975,371', '48,848,840'])
})

it.each(['standard', 'deep'] as const)(
  'shows at %s effort the values that the text cites',
  effort => {
    const answer = report('What are the remittances of Pakistan and Nigeria?', effort)
    const rows = tablesOf(answer).flatMap(table => table.rows)
    const shown = rows.flatMap(({ cells }) => cells.flatMap(cell => cell?.facts ?? []))
    const cited = answer.statements.flatMap(one => one.facts)
    expect(rows.map(({ label }) => label)).toEqual(['Remittances'])
    expect(new Set(shown)).toEqual(new Set(cited))
  },
)

it('rounds a number once', () => {
  const { statements } = report('Compare the population of Spain and Italy', 'deep')
  expect(statements[0]?.text).toContain('(48.8 million)')
})

it('ranks by each of two measures', () => {
  const question = 'Which EU countries have the highest youth unemployment and public debt?'
  const { statements, sections = [] } = report(question, 'standard')
  expect(statements.map(({ text }) => text).join(' ')).toMatch(
    /highest youth unemployment rate .* are Spain \(27%\), .* highest public debt .* are Greece/,
  )
  expect(sections.map(({ heading }) => heading)).toEqual([
    'Youth unemployment (ages 15 to 24): the 10 highest of 27',
  ])
})

it('compares in words that fit the figure', () => {
  const text = textOf(report('Compare the economy and health of Uruguay and Paraguay', 'deep'))
  expect(text).not.toMatch(/higher physicians|0\.13% more|[^.\d]1 percentage points/)
  const three = textOf(report('Compare Poland, Czechia and Hungary', 'exhaustive'))
  expect(three).toMatch(
    /Hungary had the highest death rate \(14\.4\d? deaths per 1,000 people\), followed by Czechia \(11\.8/,
  )
  expect(three).toMatch(/Poland and Hungary had the highest infant mortality \(/)
})

it('rounds the amounts of the summary', () => {
  const { statements } = report('Compare the GDP of Uruguay and Paraguay', 'deep')
  expect(statements.map(({ text }) => text).join()).toMatch(
    /\(\$81 billion\) than Paraguay \(\$44\.5 billion\)/,
  )
})

it('names the next of a ranking, and shows more years of a series at each effort', () => {
  const { statements } = report(
    'Which country in Africa has the highest GDP per capita?',
    'standard',
  )
  expect(statements[1]?.text).toMatch(/^The Seychelles is followed by Mauritius \(\$27,300\), /)
  const rowsAt = (effort: Effort) =>
    report('Economy of Chile', effort).sections?.find(
      ({ heading }) => heading === 'GDP in current US dollars by year',
    )?.table?.columns.length
  expect(rowsAt('frontier')).toBeGreaterThan(60)
  expect(rowsAt('exhaustive')).toBeLessThan(20)
})

it('gives the years of records', () => {
  const { sections = [] } = report('Who won the FIFA World Cup most often?', 'exhaustive')
  const often = sections.find(({ heading }) => heading === 'FIFA World Cup title: most often')
  expect(often?.table?.rows[0]?.cells[1]?.text).toBe('1958, 1962, 1970, 1994, 2002')
})

it('says the currency with its rate', () => {
  expect(textOf(report('What is the currency of Sweden?', 'lite'))).toBe(
    'Sweden uses Swedish kronor (SEK); 1 US dollar was 10.6 SEK in 2024.',
  )
})

it('says what would change a rank, who was first in which year, and what two collections have', () => {
  const one = textOf(report('Economy of Chile', 'frontier'))
  expect(one).toMatch(
    /By GDP at official exchange rates .*, Chile is number 45 of 1\d\d; with 10% less it would be number 47/,
  )
  const several = textOf(report('Compare the GDP growth of Kenya, Ghana and Senegal', 'frontier'))
  expect(several).toMatch(/highest by GDP growth: Kenya in 2022 and 2023; Senegal in 2024/)
  const people = textOf(report('Population of Japan', 'frontier'))
  expect(people).toMatch(/in The World Factbook and .* in the World Bank series: /)
})

it('ends the longest report with the figures that no table shows', () => {
  const { sections = [] } = report('Economy of Chile', 'frontier')
  expect(sections.at(-1)).toMatchObject({
    heading: 'Appendix: figures used that no table shows',
    table: { rows: expect.arrayContaining([expect.anything()]) },
  })
})

it.each([
  ['Economy of Chile', 'Sensitivity of the conclusions'],
  ['Compare the economies of Chile and Peru', 'Sensitivity of the conclusions'],
  ['Which African countries have the largest GDP?', 'How firm the ranking is'],
])('only the highest effort tests its conclusions: %s', (question, heading) => {
  const headings = (effort: Effort) =>
    report(question, effort).sections?.map(section => section.heading)
  expect(headings('exhaustive')).not.toContain(heading)
  expect(headings('frontier')).toContain(heading)
  expect(headings('frontier')).not.toContain('No more to add')
})

it('has no empty tables, and compares in words that fit the figure', () => {
  const { sections = [] } = report('Overview of Vietnam’s economy', 'deep')
  expect(sections.filter(({ table }) => table?.rows.length === 0)).toEqual([])
  const text = textOf(
    report(
      'Compare the population, birth rate and fertility rate of Cuba and the United States',
      'deep',
    ),
  )
  expect(text).toMatch(/larger population \(338 million\) than Cuba \(10\.1 million\)/)
  expect(text).toMatch(/had a higher birth rate \(/)
  expect(text).toMatch(/had more children per woman \(|higher fertility rate \(/)
  expect(text).not.toMatch(/by [\d.]+ migrant/)
})

it('tells of several holders only the record that is asked for', () => {
  const answer = report('How many UEFA Euro titles do Germany, England and Portugal have?', 'deep')
  expect(tablesOf(answer).map(({ columns }) => columns)).toEqual([['Holder', 'Details']])
  expect(tablesOf(answer)[0]?.rows).toHaveLength(4)
  expect(answer.statements.at(-1)?.text).toBe('England has never won the UEFA Euro.')
})

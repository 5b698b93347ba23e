import type { JsonObject } from '@footnote/contract/json-object'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../../facts/facts.ts'
import { openShippedFacts } from '../../facts/testing/open-shipped-facts.ts'
import { openStarterScene, type ResearchScene } from '../../pipeline/testing/research-scene.ts'
import { NoResult } from '../../research.ts'
import { listOf, number, objectOf, text, whole } from '../../shape/testing/schemas.ts'

let scene: ResearchScene
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
  scene = await openStarterScene(facts)
})
afterAll(async () => {
  await scene.end()
  facts.close()
})

const research = (input: string, properties: Record<string, unknown>) =>
  scene.research(
    {
      ...{ kind: 'research', input, effort: 'standard', sources: {} },
      outputSchema: objectOf(properties),
    },
    {},
  )
const fill = async (input: string, properties: Record<string, unknown>) =>
  (await research(input, properties)).content as JsonObject
const day = { ...text, format: 'date' }
const orNull = (type: string) => ({ type: [type, 'null'] })

describe('on a fresh machine, a schema is filled with', () => {
  it.each([
    [
      'a figure of a company in its fiscal year',
      "What was Apple's revenue in fiscal 2023?",
      { revenue_usd: number },
      { revenue_usd: 383_285_000_000 },
    ],
    [
      'figures in the scale of their names',
      "Apple's results in fiscal 2023",
      { net_income_usd_millions: number, eps_diluted: number },
      { net_income_usd_millions: 96_995, eps_diluted: 6.13 },
    ],
    [
      'a figure of the year that its name has',
      'Apple',
      { fy2021_revenue_usd_bn: number, revenue_2022: number },
      { fy2021_revenue_usd_bn: 365.817, revenue_2022: 394_328_000_000 },
    ],
    [
      'a ratio that is calculated from two figures',
      "Apple's results in fiscal 2023",
      { net_margin_percent: number },
      { net_margin_percent: 25.31 },
    ],
    [
      'a loss, with the sign that its name has',
      'Intel in 2024',
      { net_loss_usd_bn: number, net_income_usd_bn: number },
      { net_loss_usd_bn: 18.756, net_income_usd_bn: -18.756 },
    ],
    [
      'figures of two companies, named by the properties',
      'Compare the revenue of Apple and Microsoft in fiscal 2023',
      { apple_revenue: number, microsoft_revenue: number },
      { apple_revenue: 383_285_000_000, microsoft_revenue: 211_915_000_000 },
    ],
    [
      'one item for each company',
      'Compare the revenue of Apple and Microsoft in fiscal 2023',
      { companies: listOf(objectOf({ name: text, revenue: number })) },
      {
        companies: [
          { name: 'Apple', revenue: 383_285_000_000 },
          { name: 'Microsoft', revenue: 211_915_000_000 },
        ],
      },
    ],
    [
      'a ranking of companies, by the figures of its own years',
      'Which 3 companies had the highest revenue in 2020?',
      { companies: listOf(objectOf({ rank: whole, name: text, revenue_usd_millions: number })) },
      {
        companies: [
          { rank: 1, name: 'Walmart', revenue_usd_millions: 559_151 },
          { rank: 2, name: 'Amazon', revenue_usd_millions: 386_064 },
          { rank: 3, name: 'Apple', revenue_usd_millions: 274_515 },
        ],
      },
    ],
    [
      'the years of a series',
      "Apple's revenue from 2021 to 2023",
      { years: listOf(objectOf({ year: whole, revenue_usd: number, net_income: number })) },
      {
        years: [
          { year: 2021, revenue_usd: 365_817_000_000, net_income: 94_680_000_000 },
          { year: 2022, revenue_usd: 394_328_000_000, net_income: 99_803_000_000 },
          { year: 2023, revenue_usd: 383_285_000_000, net_income: 96_995_000_000 },
        ],
      },
    ],
    [
      'figures that are asked for in casual words',
      'what were msft and aapl sales in fy23',
      { companies: listOf(objectOf({ name: text, revenue: number })) },
      {
        companies: [
          { name: 'Microsoft', revenue: 211_915_000_000 },
          { name: 'Apple', revenue: 383_285_000_000 },
        ],
      },
    ],
    [
      'a figure of the latest quarter',
      'Apple: last quarter',
      { revenue: number },
      { revenue: 109_417_000_000 },
    ],
    [
      'figures of the year that each of two questions has',
      "How many people live in Kenya, and what was Apple's revenue in 2023?",
      { kenya_population: whole, apple_revenue: number },
      { kenya_population: 55_751_717, apple_revenue: 383_285_000_000 },
    ],
    [
      'the value of a country in one year',
      'Population of Kenya in 2000',
      { population: whole },
      { population: 30_642_890 },
    ],
    [
      'facts in the units of their names',
      'Kenya',
      { internet_users_percent: number, trade_balance_usd_bn: number, gdp_ppp_usd: number },
      { internet_users_percent: 35, trade_balance_usd_bn: -9.42, gdp_ppp_usd: 328_632_000_000 },
    ],
    [
      'the subjects that meet a condition',
      'Which countries in South America are landlocked?',
      { countries: listOf(text) },
      { countries: ['Bolivia', 'Paraguay'] },
    ],
    [
      'the winner of a tournament',
      'Who won the World Cup in 2014?',
      { winner: text, final_date: day, runner_up: orNull('string') },
      { winner: 'Germany', final_date: '2014-07-13', runner_up: null },
    ],
    [
      'the holder of an office, and the day its first of two terms began',
      'Who was the 16th president of the United States?',
      { president: text, took_office: day, left_office: day },
      { president: 'Abraham Lincoln', took_office: '1861-03-04', left_office: '1865-04-15' },
    ],
    [
      'all who shared a prize',
      'Who won the Nobel Prize in Physics in 2017?',
      { laureates: listOf(objectOf({ name: text })) },
      {
        laureates: [
          { name: 'Barry C. Barish' },
          { name: 'Kip S. Thorne' },
          { name: 'Rainer Weiss' },
        ],
      },
    ],
    [
      'the years of a record',
      'In which years did Brazil win the FIFA World Cup?',
      { years: listOf(whole) },
      { years: [1958, 1962, 1970, 1994, 2002] },
    ],
  ])('%s', async (_, input, properties, expected) => {
    expect(await fill(input, properties)).toEqual(expected)
  })

  it('lines of the filings as the evidence of each figure', async () => {
    const { fields } = await research("Apple's results in fiscal 2023", {
      net_margin_percent: number,
    })
    expect(fields?.[0]?.quotes).toEqual([
      expect.stringMatching(/^Apple Inc\. — Net income — fiscal year 2023 .*: 96,995,000,000 USD/),
      expect.stringMatching(/^Apple Inc\. — Revenue .* — fiscal year 2023 .*: 383,285,000,000 USD/),
    ])
  })
})

describe('on a fresh machine, a schema is refused if it asks for', () => {
  it.each([
    ['a year that no filing has', "Apple's revenue in fiscal 1999", { revenue_usd: number }],
    ['a year that no collection has', 'Population of Kenya in 1890', { population: whole }],
    ['one value of two years', 'Population of Kenya in 2000 and 2020', { population: whole }],
    ['a part of a figure', "Apple's revenue in fiscal 2023", { iphone_revenue: number }],
    ['the change of a figure', "Apple's revenue in 2023", { revenue_growth_percent: number }],
    ['a figure in another currency', "Apple's revenue in 2023", { revenue_eur: number }],
    ['a loss that was a profit', 'Apple in 2023', { net_loss: number }],
    ['a year that is not named', "Apple's revenue two years ago", { revenue: number }],
    ['a figure to come', "Apple's expected revenue next year", { revenue: number }],
    ['an average where there are single values', 'Kenya', { average_population: number }],
    ['a part where there is the whole', 'Kenya', { women_seats: whole }],
    ['a rank where there is its figure', 'Kenya', { unemployment_rank: number }],
    ['an amount where there is a share of GDP', 'Kenya', { military_expenditure: number }],
    ['one of several laureates', 'Who won the Nobel Prize in Physics in 2017?', { laureate: text }],
    [
      'an answer about a person whom it names',
      'When was Abraham Lincoln president of the United States?',
      { result: text },
    ],
    [
      'another office than the one that was held',
      'Who was vice president of the United States under Eisenhower?',
      { president: text },
    ],
  ])('%s', async (_, input, properties) => {
    await expect(research(input, properties)).rejects.toBeInstanceOf(NoResult)
  })
})

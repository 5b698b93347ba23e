import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../facts/facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { type CompanyStore, openCompanyStore } from '../finance/company-store.ts'
import type { Reader } from '../reader/reader.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import { hideNames, showNames } from './hide-names.ts'
import { toPlain } from './to-plain.ts'

let facts: Facts
let companies: CompanyStore
beforeAll(async () => {
  facts = await openShippedFacts()
  companies = openCompanyStore(facts)
})
afterAll(() => facts.close())

describe('names in a question', () => {
  const hide = (text: string) => hideNames(text, { facts, companies })

  it.each([
    ['Compare Chile with peru since 1990', 'Compare @c1 with @c2 since @t1'],
    ['apple vs msft revenue FY24', '@k1 vs @k2 revenue fiscal @t1'],
    ['Ist Frankreich größer als Polen?', 'Ist @c1 größer als @c2 ?'],
    ['亚马逊2023年的净利润', '@k1 @t1 年的净利润'],
    ['who was vice president under eisenhower', 'who was vice president under @p1'],
    ['Which five companies lost money?', 'Which five companies lost money?'],
    ['Gib mir einen Überblick über Chile', 'Gib mir einen Überblick über @c1'],
    ['dove era nato Dario Fo', 'dove era nato @p1'],
    ['GDP per capita of small island states', 'GDP per capita of small island states'],
    ['Delta, American and Southwest in the news', '@k1 , American and @k2 in the news'],
  ])('are hidden: %s', (text, hidden) => {
    expect(hide(text).text).toBe(hidden)
  })

  it('get one placeholder each, however often they occur, and come back in plain English', () => {
    const { text, names } = hide('Polen und Chile: Hat Polen mehr Einwohner?')
    expect(text).toBe('@c1 und @c2 : Hat @c1 mehr Einwohner?')
    expect(showNames('Which of @c2 and @c1 has more?', names)).toBe(
      'Which of Chile and Poland has more?',
    )
    expect(showNames('Which of @c3 has more?', names)).toBeUndefined()
  })
})

describe('a question in plain words', () => {
  const plain = async (text: string, reader?: Reader) =>
    await toPlain(text, { reader: reader ?? (await sharedReader()), facts, companies })
  const said = async (...texts: readonly (readonly [string, number])[]): Promise<Reader> => ({
    ...(await sharedReader()),
    rewrite: async () =>
      texts.map(([text, odds]) => ({ text, odds: text.split(' ').map(() => odds) })),
  })

  it.each([
    [
      'population of nigeria in 1960, and now? what about pakistan',
      'How did the population of Nigeria and Pakistan change since 1960?',
    ],
    [
      'Who burns more electricity per person, Norway or Iceland?',
      'Which of Norway and Iceland has the higher electricity consumption per person?',
    ],
    ['Top ten military spenders', 'Which 10 countries have the highest military expenditure?'],
    [
      '¿Cuánto mide la costa de Chile y cuál es su punto más alto?',
      'What are the coastline and highest point of Chile?',
    ],
  ])('asks for all that was asked: %s', async (text, ...questions) => {
    expect(await plain(text)).toMatchObject({ questions, notes: [] })
  })

  it('is nothing if the collections have nothing to say', async () => {
    expect(await plain('will it rain in Lisbon this weekend')).toBeUndefined()
  })

  it('gets its capital letters and signs back', async () => {
    const reader = await said(["what is @c1 ' s gdp in the s & p 500 , under nakamoto ?", -0.1])
    const found = await plain("Chile's GDP under Nakamoto?", reader)
    expect(found?.questions).toEqual(["What is Chile's GDP in the S&P 500, under Nakamoto?"])
  })

  it('keeps what nothing answers in the words of the question', async () => {
    const reader = await said(['what is the area of @c1 ?', -0.1], ['? who live there', -0.9])
    const found = await plain('Area of Chile, and who lives there?', reader)
    expect(found).toMatchObject({ wishes: ['who lives there'], notes: [] })
  })

  it('leaves out a part that the model is not sure of, and what leans on it, and says so', async () => {
    const reader = await said(
      ['what is the area of @c1 ?', -0.1],
      ['which of @c1 and @c1 is a monarchy ?', -1.2],
      ['what is the population of them ?', -0.1],
    )
    expect(await plain('Area of Chile and the rest', reader)).toMatchObject({
      questions: ['What is the area of Chile?'],
      notes: ['Another part of the request (not understood: ask for it in a sentence of its own)'],
    })
  })

  it.each([
    [-0.9, 'What is the terrain of Chile (not understood for certain)'],
    [-1.2, 'the terrain there (not understood)'],
  ])('names a part with a sureness of %d', async (sureness, note) => {
    const terrain = ['what is the terrain of @c1 ?', sureness] as const
    const reader = await said(['what is the area of @c1 ?', -0.1], terrain)
    const found = await plain('Area of Chile, and the terrain there', reader)
    expect(found?.notes).toEqual([note])
  })

  it.each([
    ['Bolivia', 'Bolivia'],
    ['Apple?', 'Apple'],
    ['Who was Marie Curie?', 'Marie Curie'],
  ])('is an overview for a bare name: %s', async (asked, name) => {
    expect((await plain(asked))?.questions).toEqual([`Give an overview of ${name}.`])
  })

  it.each([
    [
      'Which women won the physics Nobel up to 2020?',
      'which women have won the nobel prize in physics since @t1 ?',
      'Which women have won the Nobel Prize in Physics until 2020?',
    ],
    [
      'Who won the Africa Cup of Nations in 2012?',
      'who won the africa cup of nations in @t1 ?',
      'Who won the African Cup of Nations in 2012?',
    ],
  ])('keeps the end of a span and the names of tournaments: %s', async (asked, text, question) => {
    expect((await plain(asked, await said([text, -0.1])))?.questions).toEqual([question])
  })

  it('has no spaces around apostrophes', async () => {
    const reader = await said(["what was the shareholders ' equity of @k1 in @t1 ?", -0.1])
    expect((await plain("Ciena's shareholders' equity in 2019", reader))?.questions).toEqual([
      "What was the shareholders' equity of Ciena in 2019?",
    ])
  })

  it.each([
    ['Who won the Ekstraklasa in 2000?', 'who won the uefa euro in @t1 ?'],
    [
      'How many vacation days do staff of the Chile office get?',
      'what is the net migration of @c1 ?',
    ],
    ['Why is Chile rich?', 'give an overview of the economy of @c1 .'],
    ['What is the inflation of Brazil next year?', 'what is the inflation of @c1 ?'],
    ['Apple revenue year to date', 'what is the revenue of @k1 ?'],
    [
      'Which country has the most female laureates?',
      'which country has the most nobel laureates ?',
    ],
  ])('is none of a question about something else: %s', async (asked, text) => {
    expect(await plain(asked, await said([text, -0.1]))).toBeUndefined()
  })

  it.each([
    'Hi Claudia, what is the terrain of Chile?',
    'What is the terrain of Chile? Thanks, Bjarne',
  ])('may be addressed or signed: %s', async asked => {
    const found = await plain(asked, await said(['what is the terrain of @c1 ?', -0.1]))
    expect(found?.questions).toEqual(['What is the terrain of Chile?'])
  })

  it('asks for figures beside a reason that is not held', async () => {
    const reader = await said(
      ['? why is @c1 rich', -0.1],
      ['give an overview of the economy of @c1 .', -0.1],
    )
    expect(await plain('Why is Chile rich?', reader)).toMatchObject({
      questions: ['Give an overview of the economy of Chile.'],
      wishes: ['Why is Chile rich'],
    })
  })

  it('asks apart for a measure of companies in a list about a place', async () => {
    const reader = await said(['what was the population and net income of @c1 in @t1 ?', -0.1])
    const found = await plain('In 2015, the population of India, and Apple net income?', reader)
    expect(found?.questions).toEqual([
      'What was the population of India in 2015?',
      'What was the net income of Apple in 2015?',
    ])
  })

  it('leaves out the measure of a list that is not sure, and says so', async () => {
    const odds = [-0.9, -0.1, -0.1, -0.1, -0.8, -0.8, -0.1, -0.1, -0.1, -0.1, -0.1]
    const text = 'what are the area , terrain and population of @c1 ?'
    const reader: Reader = { ...(await sharedReader()), rewrite: async () => [{ text, odds }] }
    expect(await plain('Area, terrain and people of Chile', reader)).toMatchObject({
      questions: ['What are the area and population of Chile?'],
      notes: ['Terrain of Chile (not understood for certain)'],
    })
  })

  it('asks for the measures that a request names and the model has left out', async () => {
    const reader = await said(
      ['compare the public debt and inflation of @c1 and @c2 .', -0.1],
      ['rank @c1 and @c2 by prestige .', -1.5],
      ['? prices next year', -0.1],
    )
    const request =
      'Chile and Peru: public debt, inflation, literacy rate, rank, and also your view on prices next year'
    expect(await plain(request, reader)).toMatchObject({
      questions: [
        'Compare the public debt and inflation of Chile and Peru.',
        'What was the literacy of Chile and Peru?',
      ],
      wishes: ['prices next year'],
    })
  })

  it('gives a verdict by what was asked before it if its measures are not sure', async () => {
    const reader = await said(
      ['compare the gdp and public debt of @c1 and @c2 .', -0.1],
      ['which of @c1 and @c2 does best by gdp and prestige ?', -0.9],
    )
    expect(
      (await plain('Chile or Peru: GDP and debt, who is stronger?', reader))?.questions,
    ).toEqual([
      'Compare the GDP and public debt of Chile and Peru.',
      'Which of Chile and Peru is better off?',
    ])
  })

  it('misses no year that a change in the next one implies', async () => {
    const reader = await said(['how much did the revenue of @k1 change in @t1 ?', -0.1])
    expect((await plain('Netflix revenue growth 2024 against 2023', reader))?.notes).toEqual([])
  })

  it.each([
    ['did Chile make money', 'Did Chile make a profit?'],
    ['did Chile lose money', 'Did Chile make a loss?'],
  ])('asks about a profit where no loss is mentioned: %s', async (text, question) => {
    const reader = await said(['did @c1 make a loss ?', -0.1])
    expect(await plain(text, reader)).toMatchObject({ questions: [question] })
  })

  it('lists a name that no plain question has', async () => {
    const reader = await said(['what is the area of @c1 ?', -0.1])
    const found = await plain('Area of Chile and Peru', reader)
    expect(found).toMatchObject({ notes: ['The part about Peru (not understood)'] })
  })

  it('gives no figure of a whole company for one of a country', async () => {
    const reader = await said(['what was the revenue of @k1 ?', -0.1])
    expect(await plain("Apple's revenue in China", reader)).toBeUndefined()
  })

  it('is nothing if no name of the question is left', async () => {
    const reader = await said(['which country has the largest area ?', -0.1])
    expect(await plain('Area of Chile', reader)).toBeUndefined()
  })

  it.each([
    ['African countries with under half a million people', 'below 500,000', true],
    ['African countries with under half a million people', 'below 50 million', false],
    ['Asian countries of more than fifty million', 'above 50 million', true],
    ['African countries over 50m people', 'above 50 million', true],
    ['人口が1億人を超えるアジアの国', 'above 100 million', true],
  ])('asks for no limit that the question does not have: %s, %s', async (text, limit, isAsked) => {
    const reader = await said([`which countries in @g1 have a population ${limit} ?`, -0.1])
    const { questions = [] } = (await plain(text, reader)) ?? {}
    expect(questions.length > 0).toBe(isAsked)
  })

  it.each([
    'what is the difference between the gdp of @c1 and the gdp of @c1 ?',
    'how did the gdp of @c1 change from @t1 to @t1 ?',
  ])('sets nothing beside itself: %s', async written => {
    expect(await plain('GDP of Chile 2000?', await said([written, -0.1]))).toBeUndefined()
  })

  it('asks for no prize that the question does not mention', async () => {
    const reader = await said(['for what did @p1 receive the nobel prize ?', -0.1])
    expect(await plain('Which state was Barack Obama a senator for?', reader)).toBeUndefined()
  })
})

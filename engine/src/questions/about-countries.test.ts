import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Facts } from '../facts/open-facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import type { Reader, Understanding } from '../reader/reader.ts'
import { restateAboutCountries } from './about-countries.ts'

let facts: Facts

beforeAll(async () => {
  facts = await openShippedFacts()
})

afterAll(() => {
  facts.close()
})

interface Options {
  readonly operations?: string[]
  readonly before?: string[]
  readonly language?: string
}

function restate(
  text: string,
  fields: Readonly<Record<string, number>>,
  { operations = [], before = [], ...context }: Options = {},
) {
  const understanding: Understanding = {
    fields: Object.entries(fields).map(([phrase, score]) => ({
      kind: 'country',
      phrase,
      label: phrase,
      score,
    })),
    operations,
  }
  const reader = { understand: async () => understanding } as unknown as Reader
  return restateAboutCountries(text, { reader, facts, before, ...context })
}

it('leaves questions about the lives of officeholders alone', async () => {
  for (const text of ['us presidents who died in office', 'former us presidents still alive']) {
    const { clauses } = await restate(text, { 'head of state': 6 })
    expect(clauses).toEqual([])
  }
})

it('takes no word of a region for a country', async () => {
  const { names, clauses } = await restate(
    'countries in south america that lack a beach',
    { coastline: 6 },
    { operations: ['list'] },
  )
  expect(names).toEqual([])
  expect(clauses).toEqual([])
})

it.each([
  ['countries with the most electricity use per person', { 'electricity consumption': 8 }],
  ['Which is the largest province of Canada?', { 'administrative divisions': 8 }],
  ['How many time zones does Russia have?', { capital: 8 }],
  ['Which US states have no income tax?', { 'tax revenue': 8 }],
])('leaves a question alone that plain words cannot ask: %s', async (text, fields) => {
  const { clauses } = await restate(text, fields, { operations: ['highest'] })
  expect(clauses).toEqual([])
})

it.each([
  'Which developing countries have the highest inflation?',
  'Which small island states have the highest inflation?',
  'Which sub-Saharan African countries have the highest inflation?',
])('ranks no countries of a kind that it does not know: %s', async text => {
  const { clauses } = await restate(text, { inflation: 8 }, { operations: ['highest'] })
  expect(clauses).toEqual([])
})

it.each([
  ['the five richest arab countries', 'Which 5 countries in arab league have the highest gdp?'],
  ['the top landlocked African nation', 'Which landlocked country in Africa has the highest gdp?'],
  ['the fastest growing economies', 'Which country has the highest gdp?'],
])('ranks countries of a kind that it knows: %s', async (text, clause) => {
  const { clauses } = await restate(text, { gdp: 8 }, { operations: ['highest'] })
  expect(clauses).toEqual([clause])
})

it('asks for the highest and for the lowest in a clause each', async () => {
  const text =
    'Of the Nordic countries, which one has the highest median age, and which the lowest?'
  const { clauses } = await restate(text, { 'median age': 11 }, { operations: ['lowest'] })
  expect(clauses).toEqual([
    'Which country in the Nordic countries has the highest median age?',
    'Which country in the Nordic countries has the lowest median age?',
  ])
})

it('leaves out fields far behind the surest one', async () => {
  const { clauses } = await restate('how old are people in Chile', { 'median age': 9, gdp: 2 })
  expect(clauses).toEqual(['What is the median age of Chile?'])
})

it('asks about a country, not about one that it depends on', async () => {
  const { names, clauses } = await restate("Why is Mongolia's economy so exposed to China?", {})
  expect(names).toEqual(['Mongolia'])
  expect(clauses).toEqual(['What are the export partners and the import partners of Mongolia?'])
  const compared = await restate('How does Chile compare to Peru on debt?', { 'public debt': 5 })
  expect(compared.names).toEqual(['Chile', 'Peru'])
})

it('asks for men and for women if both are named', async () => {
  const fields = { literacy: 2, 'gender gap in literacy': 1.7 }
  const { clauses } = await restate('literacy among men and women in Mozambique', fields)
  expect(clauses).toEqual([
    'What is the literacy of men of Mozambique?',
    'What is the literacy of women of Mozambique?',
  ])
})

it('asks for a capital that the question states', async () => {
  const text = 'Since the capital of Australia is Sydney, how far behind is Washington?'
  const { clauses } = await restate(text, { 'time zone': 5 })
  expect(clauses).toEqual(['What are the capital and the time zone of Australia?'])
})

it('is about the subjects of the part before if it names none', async () => {
  const { clauses } = await restate('what religion are most', { religion: 6 }, { before: ['Peru'] })
  expect(clauses).toEqual(['What is the highest religion of Peru?'])
})

it('asks for the fertility of a country, which is of women in any case', async () => {
  const { clauses } = await restate('how many kids do women have in Peru', { fertility: 6 })
  expect(clauses).toEqual(['What is the fertility of Peru?'])
})

it('hears each item of a list, and names the one that has no field', async () => {
  const heard = new Map([
    ['debt', 'public debt'],
    ['inflation', 'inflation'],
  ])
  const understand: Reader['understand'] = async text => {
    const phrases = [...heard].filter(([word]) => text.includes(word)).map(([, phrase]) => phrase)
    // Of a list, the model hears only the first item.
    const fields = phrases.slice(0, 1).map(phrase => {
      return { kind: 'country', phrase, label: phrase, score: 8 }
    })
    return { fields, operations: ['compare'] }
  }
  const { clauses, open } = await restateAboutCountries(
    'Compare Kenya and Ghana on debt, inflation and happiness',
    { reader: { understand } as unknown as Reader, facts, before: [] },
  )
  expect(clauses).toEqual(['What are the public debt and the inflation of Kenya and Ghana?'])
  expect(open).toEqual(['happiness'])
})

it('asks for each country of a small group, and for none of a region that it does not know', async () => {
  const baltic = await restate('How is inflation in the Baltic states?', { inflation: 8 })
  expect(baltic.clauses).toEqual(['What is the inflation of Estonia, Latvia and Lithuania?'])
  const sahel = await restate('Which countries of the Sahel have it worst?', { inflation: 8 })
  expect(sahel.clauses).toEqual([])
})

it('takes the language of the whole request for that of a part', async () => {
  const { language } = await restate(
    '人口は？',
    { population: 9 },
    { before: ['Brazil'], language: 'ja' },
  )
  expect(language).toBe('ja')
})

it('ties "das Land" to the country of the part before it', async () => {
  const text = 'wann wurde das Land unabhängig?'
  const { names, clauses } = await restate(
    text,
    { independence: 9 },
    { before: ['Kenya'], language: 'de' },
  )
  expect(names).toEqual(['Kenya'])
  expect(clauses).toEqual(['What is the independence of Kenya?'])
})

it('answers each choice between the same countries, and names the one that has no field', async () => {
  const text =
    'Bolivia, Ecuador and Peru: which is poorest, which most unequal, which most corrupt?'
  const { clauses, open } = await restate(text, {})
  expect(clauses).toEqual([
    'Which of Bolivia, Ecuador and Peru is poorest?',
    'Which of Bolivia, Ecuador and Peru is most unequal?',
  ])
  expect(open).toEqual(['which most corrupt'])
  const spending = 'Which of Chile and Peru spends most on defence, which on health?'
  const heard = await restate(spending, { 'military spending': 8 }, { operations: ['highest'] })
  expect(heard.clauses).toHaveLength(2)
})

it('keeps a theme as the words that the question has for it', async () => {
  const { clauses, labels } = await restate('main economic challenges facing Nigeria', {})
  expect(clauses).toEqual(['What is the economic challenges of Nigeria?'])
  expect(labels).toContain('Population below poverty line')
  const owned = await restate("What are the main challenges for Lebanon's economy?", {})
  expect(owned.clauses).toEqual(['What is the economic challenges of Lebanon?'])
  const ranked = await restate('the African country with the highest living standards', {})
  expect(ranked.clauses).toEqual(['Which country in Africa has the highest gdp per capita?'])
})

it.each([
  'Who is the health minister of Germany?',
  'Does Mexico have problems with corruption?',
  'What is the trade between Kenya and Ghana?',
])('takes no part of another thing for a theme: %s', async text => {
  expect((await restate(text, {})).clauses).toEqual([])
})

it('asks of women for what is not of women in any case', async () => {
  const text = 'situation of women in Peru: literacy and maternal mortality'
  const { clauses } = await restate(text, { literacy: 8, 'maternal mortality': 8 })
  expect(clauses).toEqual([
    'What is the literacy of women of Peru?',
    'What is the maternal mortality of Peru?',
  ])
})

it('takes a theme before a list for its title', async () => {
  const text = 'Energy security of Hungary: where does its power come from, gas imports'
  const { clauses } = await restate(text, { 'natural gas imports': 8 })
  expect(clauses.join()).not.toMatch(/energy security/)
})

it.each(['how old is the president of the US', 'who was president of the US during world war 2'])(
  'gives nobody for a question about a person or an unknown time: %s',
  async text => {
    const { clauses } = await restate(text, { 'head of state': 9 })
    expect(clauses).toEqual([])
  },
)

it.each([
  ['it', 'Il PIL della Romania ha superato quello dell’Ungheria nel 2015?', 'Romania', 'Hungary'],
  ['es', '¿Superó el PIB de Rumania al de Hungría en 2015?', 'Romania', 'Hungary'],
])('asks whether one value exceeds another, %s: %s', async (language, text, one, other) => {
  const { clauses } = await restate(text, { GDP: 9 }, { operations: ['change'], language })
  expect(clauses).toEqual([`Is the GDP of ${one} higher than that of ${other} in 2015?`])
})

it('asks for the share of the elderly, not for all ages', async () => {
  const text = 'Wie hoch ist in Peru der Anteil der über 65-Jährigen?'
  const { clauses } = await restate(text, { 'age structure': 9 }, { language: 'de' })
  expect(clauses).toEqual(['What is the elderly of Peru?'])
})

it('asks for values in the order of the question', async () => {
  const heard = { population: 9, capital: 7 }
  const { clauses } = await restate(
    'whats the capital of kazakstan and how many people live there',
    heard,
  )
  expect(clauses).toEqual(['What are the capital and the population of Kazakhstan?'])
})

it('hands the members of a group to the next part', async () => {
  const { names } = await restate('how are the baltic states doing: inflation', { inflation: 8 })
  expect(names).toEqual(['Estonia', 'Latvia', 'Lithuania'])
})

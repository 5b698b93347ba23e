import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../facts/facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { writeFact } from '../facts/write-fact.ts'
import { openCompanyStore } from '../finance/company-store.ts'
import { NoResult, type ResearchRequest } from '../research.ts'
import {
  openResearchScene,
  openStarterScene,
  type ResearchScene,
} from './testing/research-scene.ts'

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

function ask(input: string, more: Partial<ResearchRequest> = {}) {
  return scene.research({ kind: 'answer', input, effort: 'lite', sources: {}, ...more }, {})
}

describe('on a fresh machine', () => {
  it.each([
    ['What is the capital of Bolivia?', /La Paz.*Sucre/, 'bolivia'],
    ['Which countries border Laos?', /Myanmar.*Cambodia.*China.*Thailand.*Vietnam/, 'laos'],
    ['How many people live in Chad?', /19,674,004/, 'chad'],
    ['What is the life expectancy of women in Japan?', /88\.2 years/, 'japan'],
    ['When did Chad become independent?', /11 August 1960/, 'chad'],
    ['How big is Brazil?', /8,515,770 sq km/, 'brazil'],
    ['literacy rate in Afghanistan', /37\.3% in 2021/, 'afghanistan'],
    ['What currency does Poland use?', /zlotych/, 'poland'],
    ['Where is Burkina Faso?', /Western Africa/, 'burkina-faso'],
    ['Who is the president of France?', /Emmanuel Macron/, 'france'],
  ])('%s', async (question, answer, url) => {
    const { content, sources } = await ask(question)
    expect(content).toMatch(answer)
    expect(content).toMatch(/\[\[1\]\]/)
    expect(sources[0]?.url).toBe(`https://www.cia.gov/the-world-factbook/countries/${url}/`)
    expect(sources[0]?.publishedOn).toMatch(/^202[56]-/)
  })

  it('compares, and calculates what follows', async () => {
    const { content, sources } = await ask('Compare the GDP per capita of Chile and Peru')
    expect(content).toMatch(
      /Chile had .* \(\$30,200\) than Peru \(\$15,700\) in 2024, by \$14,500 \(1\.92 times/,
    )
    expect(sources).toHaveLength(2)
  })

  it.each([
    ['What is the largest economy outside Asia?', /^The United States has .* outside Asia: \$/],
    ['Which country has the largest population after India and China?', /besides India and China/],
    ["What percentage of South America's population lives in Brazil?", /^Brazil has 49\.9% of/],
    [
      'when did germany win the 2018 world cup',
      /^Not Germany but France won .*Germany won .* 4 times/,
    ],
    [
      'How often did Germany beat Brazil at the World Cup?',
      /once at the 2014 .*: 7–1 \(8 July 2014\)/,
    ],
    ['landlocked countries in south america and which one has more people', /Bolivia had a larger/],
  ])('keeps what the facts say: %s', async (question, answer) => {
    expect((await ask(question)).content).toMatch(answer)
  })

  it('has no list of organizations for the day on which a country joined one', async () => {
    await expect(ask('When did Sweden join NATO?')).rejects.toThrow(NoResult)
    const { content } = await ask('CO2 emissions per capita Germany vs USA')
    expect(content).toMatch(
      /^The United States had .*emissions per person .* Germany \(7\.21 metric/,
    )
  })

  it('compares in prose whoever it is asked how they compare', async () => {
    const input = 'How do the economies of Chile and Peru compare?'
    const { content, sources } = await ask(input, { kind: 'research', effort: 'standard' })
    expect(content).toMatch(
      /Chile had a higher GDP per capita .* \(\$30,200\) than Peru \(\$15,700\)/,
    )
    expect(content).not.toMatch(/comparative/)
    expect(sources).toHaveLength(2)
  })

  it.each([
    [
      'Write a country briefing on Estonia for an investor: economy, government, exports',
      'Estonia',
    ],
    ['Write a memo about Peru for our board: economy and exports', 'Peru'],
    ['Draft a report on Ghana for my class. Cover GDP, exports and natural resources.', 'Ghana'],
  ])('reports on the subject of the request: %s', async (input, subject) => {
    const { content, sources } = await ask(input, { kind: 'research', effort: 'standard' })
    expect(sources.map(({ title }) => title)).toEqual([`${subject} — The World Factbook`])
    expect(content).toMatch(new RegExp(`exports of ${subject} were worth`))
    expect(content).not.toContain('Not found')
  })

  it('answers the request that follows a question, and quotes no advice', async () => {
    const { content } = await ask(
      'Should I invest in solar power in Kenya? Give me an overview of its energy sector.',
    )
    expect(content).toMatch(/Kenya consumed 10 billion kWh of electricity/)
    expect(content).toMatch(/Not found: Should I invest in solar power in Kenya/)
  })

  it('fills a list with the first of a kind, and with what is asked of each', async () => {
    const item = {
      type: 'object',
      additionalProperties: false,
      required: ['rank', 'country', 'capital'],
      properties: {
        rank: { type: 'integer' },
        country: { type: 'string' },
        capital: { type: 'string' },
      },
    }
    const outputSchema = {
      type: 'object',
      additionalProperties: false,
      required: ['countries'],
      properties: { countries: { type: 'array', items: item } },
    }
    const input = 'Which two countries have the largest population?'
    const { content } = await ask(input, { kind: 'research', effort: 'standard', outputSchema })
    expect(content).toEqual({
      countries: [
        { rank: 1, country: 'India', capital: 'New Delhi' },
        { rank: 2, country: 'China', capital: 'Beijing' },
      ],
    })
  })

  it.each([
    [
      'what do they speak in Suriname and what religion are most ppl',
      /Dutch.*Protestant \(23\.6%/s,
    ],
    [
      'Of the Nordic countries, which one has the highest median age, and which the lowest?',
      /Finland has the highest.*Iceland has the lowest/s,
    ],
    ['Which is older, Ford or General Motors?', /Ford .* 1903 .*General Motors .* 1908/],
  ])('understands a question that uses other words: %s', async (question, answer) => {
    const { content } = await ask(question)
    expect(content).toMatch(answer)
    expect(content).not.toMatch(/Not found/)
  })

  it('ranks all of a kind', async () => {
    const { content } = await ask('Which three countries have the largest population?')
    expect(content).toMatch(
      /The three largest countries by population in the world .*India \(1\.419 billion\), /,
    )
  })

  it.each([
    'Who was Napoleon?',
    'What is the best pizza in Rome?',
    'How do I bake bread?',
    'What is Kubernetes?',
    'When was the Eiffel Tower built?',
    'What is the meaning of life?',
    'Does Brazil have nuclear weapons?',
    'What is purchasing power parity?',
    'most populous us state',
  ])('says that it has no answer: %s', async question => {
    await expect(ask(question)).rejects.toBeInstanceOf(NoResult)
  })
})

describe('the efforts', () => {
  const question =
    'What is the capital of Bolivia, which countries border it, and how does its GDP per capita compare with Peru, Chile and Atlantis?'

  it('lite gives at most two sentences and says that they are extracts', async () => {
    const { content } = await ask(question, { kind: 'research' })
    expect(content).toContain('Extractive')
    expect(content).not.toContain('##')
  })

  it('standard gives a short structured report', async () => {
    const { content } = await ask(question, { kind: 'research', effort: 'standard' })
    expect(content).toMatch(/\*Extractive: .*Age of the sources: 2026-\d\d-\d\d \(\d+ months ago\)/)
    expect(content).not.toContain('## Summary')
  })

  it('deep covers every part, compares in a table and names the gaps', async () => {
    const { content } = await ask(question, { kind: 'research', effort: 'deep' })
    expect(content).toContain('## Location and land')
    expect(content).toMatch(/La Paz/)
    expect(content).toMatch(/Bolivia borders Argentina/)
    expect(content).toMatch(
      /\| GDP per capita at purchasing power parity \(2024\) \| \$9,800 .*\$15,700 .*\$30,200/,
    )
    expect(content).toMatch(/## Not found\n\n- Atlantis: GDP per capita/)
  })
})

describe('evidence', () => {
  let lines: ReadonlySet<string>
  beforeAll(() => {
    const subjects = facts.subjectsOfKind('country').map(({ id }) => id)
    lines = new Set(facts.find({ subjects }).map(writeFact))
  })

  it.each(['lite', 'standard', 'deep', 'exhaustive', 'frontier'] as const)(
    'at %s every excerpt is an exact line of a fact and every sentence has a marker',
    async effort => {
      const input = 'Compare the area, economy and government type of Peru and Chile'
      const { content, sources } = await ask(input, { kind: 'research', effort })
      const excerpts = sources.flatMap(source => source.excerpts)
      expect(excerpts.filter(excerpt => !lines.has(excerpt))).toEqual([])
      const claims = String(content)
        .split('\n')
        .filter(line => line !== '' && !/^(?:#|\*Extractive|\| ---|\|\s+\||- [^[]*$)/.test(line))
      for (const claim of claims) expect(claim).toMatch(/\[\[\d+(?:, \d+)*\]\]/)
      const markers = [...String(content).matchAll(/\[\[([\d, ]+)\]\]/g)].flatMap(([, list = '']) =>
        list.split(',').map(Number),
      )
      expect(Math.max(...markers)).toBe(sources.length)
    },
  )
})

describe('source controls', () => {
  const question = 'What is the capital of Bolivia?'

  it.each([
    ['freshness that ends the day before', { freshness: '2010-01-01to2025-01-01' }],
    ['this week', { freshness: 'week' }],
    ['another domain', { include_domains: ['example.org'] }],
    ['not this domain', { exclude_domains: ['cia.gov'] }],
    ['another language', { language: 'DE' }],
  ])('%s: nothing is found, and it says so', async (_, sources) => {
    await expect(ask(question, { sources })).rejects.toThrow(/source controls/)
  })

  it.each([
    ['its own day', { freshness: '2026-01-22to2026-01-22' }],
    ['its domain', { include_domains: ['cia.gov'] }],
    ['its language', { language: 'EN-GB' }],
    ['a country, since it belongs to none', { country: 'DE' }],
    ['a preference for other domains', { boost_domains: ['example.org'] }],
  ])('%s: it is found', async (_, sources) => {
    const { content } = await ask(question, { sources })
    expect(content).toContain('Sucre')
  })
})

describe('what is asked for and nothing else', () => {
  it.each([
    ['another office', 'Who is the king of Germany?'],
    ['a figure of another time', 'What was the population of France in 1890?'],
  ])('no answer from %s', async (_, question) => {
    await expect(ask(question)).rejects.toBeInstanceOf(NoResult)
  })

  const apple =
    "What was Apple's revenue and net income in fiscal 2023, and how did margins change?"

  it.each([
    ['a short answer', {}],
    ['a report', { kind: 'research', effort: 'deep' }],
    ['an object', { kind: 'research', effort: 'standard', outputSchema: summaryOnly() }],
  ] as const)('no answer from sources that do not name the subject: %s', async (_, more) => {
    await expect(ask(apple, more)).rejects.toBeInstanceOf(NoResult)
  })
})

describe('with documents beside the collections', () => {
  let withHandbook: ResearchScene
  beforeAll(async () => {
    const text =
      'Employees of the Chile office have 25 days of holiday in each year. The office in Germany has 30 days. Travel to Peru needs the approval of the head of sales.'
    const handbook = { url: 'https://intranet.example/handbook', title: 'Handbook', text }
    withHandbook = await openResearchScene([handbook], facts, openCompanyStore(facts))
  })
  afterAll(() => withHandbook.end())

  it.each([
    ['How much annual leave do employees of the Chile office get?', /25 days of holiday/],
    ['Who has to approve travel to Peru?', /approval of the head of sales/],
    ['What is the capital of Peru?', /Lima/],
  ])('answers from what is asked about: %s', async (input, expected) => {
    const request = { kind: 'answer', input, effort: 'lite', sources: {} } as const
    expect((await withHandbook.research(request, {})).content).toMatch(expected)
  })
})

describe('with figures of companies', () => {
  let withFilings: ResearchScene
  beforeAll(async () => {
    withFilings = await openResearchScene([], facts, openCompanyStore(facts))
  })
  afterAll(() => withFilings.end())

  it.each([
    ['when and where was eBay founded?', /founded in 1995.*Not found: where was eBay founded/s],
    ['when was apple founded and by whom?', /founded in 1977.*Not found: by whom/is],
  ])('gives what the list of the index has, and names the rest: %s', async (input, expected) => {
    const request = { kind: 'answer', input, effort: 'lite', sources: {} } as const
    expect((await withFilings.research(request, {})).content).toMatch(expected)
  })

  it.each([
    [
      'what sector is nvidia in and what was its gross margin in fiscal 2024',
      /sector Information Technology.*gross margin was 72\.7%/,
    ],
    [
      'whats the headquarter of Deere & co and what sector is it in',
      /sector Industrials.*Moline, Illinois|Moline, Illinois.*sector Industrials/,
    ],
    ['What are the revenue and headquarters of Costco?', /revenue was \$275\.2 .*in Issaquah/],
    ['Nvidia: sector and revenue', /sector Information Technology.*revenue was/],
    ['what business is Linde in?', /^Linde plc is in the industry Industrial Gases \[\[1\]\]\.$/],
  ])('answers from lists and from filings: %s', async (question, expected) => {
    const { content } = await withFilings.research(
      { kind: 'answer', input: question, effort: 'lite', sources: {} },
      {},
    )
    expect(content).toMatch(expected)
    expect(content).not.toMatch(/Not found/)
  })

  it.each([
    [
      "What is the capital of Australia, who was US president in 1975, and what was Amazon's revenue in 2024?",
      /^The capital of Australia is Canberra .* Ford .* Amazon's revenue was \$638\.0 billion in 2024,/,
    ],
    [
      "Nvidia's revenue in fiscal 2024 and the population of Taiwan",
      /Nvidia's revenue was \$60\.9 billion in fiscal 2024.*Taiwan had a population of .* in 2025/,
    ],
    [
      "In 2015, what was the population of India, and Apple's net income?",
      /^India’s population was 1\.328 billion in 2015 .* Apple earned \$53\.4 billion in fiscal 2015/,
    ],
    [
      "Who won the Nobel Peace Prize in 2014, and what was Apple's revenue that year?",
      /Malala Yousafzai .* Apple's revenue was \$182\.8 billion in fiscal 2014/,
    ],
    [
      'Microsoft and Google revenue in 2022 and 2023, and who was US president then?',
      /Alphabet's revenue rose .* in 2022 to .* in 2023 .* Biden .* was President/,
    ],
  ])('keeps the years of one part out of another: %s', async (question, expected) => {
    const { content } = await withFilings.research(
      { kind: 'answer', input: question, effort: 'lite', sources: {} },
      {},
    )
    expect(content).toMatch(expected)
    expect(content).not.toMatch(/Not found/)
  })

  it.each([
    [
      "What was Apple's revenue in 2024, what is the capital of Peru and who painted the Mona Lisa?",
      /\$391\.0 billion .* Lima .*\n\nNot found: who painted the Mona Lisa$/,
    ],
    [
      'Compare the population of Kenya, Uganda and Wakanda',
      /Kenya .*Uganda.*\n\nNot found: Wakanda: Population$/,
    ],
    [
      "What was Apple's revenue in 2024, and should I buy it?",
      /\$391\.0 billion in fiscal 2024 .*\n\nNot found: should I buy it$/,
    ],
  ])('names the part that nothing answers: %s', async (question, expected) => {
    const { content } = await withFilings.research(
      { kind: 'answer', input: question, effort: 'lite', sources: {} },
      {},
    )
    expect(content).toMatch(expected)
  })

  it('writes a short report in the language of the caller, and a long one in English', async () => {
    const input = 'Vergleiche Deutschland und Frankreich: Bevölkerung und Arbeitslosigkeit.'
    const write = async (effort: 'standard' | 'deep') => {
      const asked = { kind: 'research', input, effort, sources: {} } as const
      return String((await withFilings.research(asked, {})).content)
    }
    const short = await write('standard')
    expect(short).toMatch(/^Die Einwohnerzahl von Deutschland .*\n\n## Zahlen\n/s)
    expect(short).toMatch(/\| Arbeitslosenquote \| 3,5 %/)
    expect(await write('deep')).toMatch(/Germany had a larger population/)
  })

  it.each([
    ['apple revenue vs gdp of finland', /^Apple's revenue was \$.* Finland’s GDP was \$/],
    ['gdp of greece vs amazon sales', /^Amazon's revenue was \$.* Greece’s GDP was \$/],
    ['is nvidia bigger than the economy of portugal', /^Nvidia's revenue .* Portugal’s GDP/],
  ])('sets a company beside a country, without a verdict: %s', async (question, expected) => {
    const { content } = await withFilings.research(
      { kind: 'answer', input: question, effort: 'lite', sources: {} },
      {},
    )
    expect(content).toMatch(expected)
    expect(content).toMatch(/the figures of a company and of a country do not measure the same/)
  })
})

function summaryOnly() {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['summary'],
    properties: { summary: { type: 'string' } },
  }
}

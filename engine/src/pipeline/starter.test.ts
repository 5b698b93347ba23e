import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NoResult, type ResearchRequest } from '../research.ts'
import { starterDocuments } from '../starter/starter-documents.ts'
import { openResearchScene, type ResearchScene } from './testing/research-scene.ts'

let scene: ResearchScene

beforeAll(async () => {
  scene = await openResearchScene(starterDocuments())
})

afterAll(async () => {
  await scene.end()
})

function ask(input: string, more: Partial<ResearchRequest> = {}) {
  return scene.research({ kind: 'answer', input, effort: 'lite', sources: {}, ...more }, {})
}

describe('on a fresh machine', () => {
  it.each([
    ['What is the capital of Bolivia?', /La Paz.*Sucre/, /\/bl\.json$/],
    ['what is the capital of bolivia', /La Paz.*Sucre/, /\/bl\.json$/],
    ['Which countries border Laos?', /Burma.*Cambodia.*China.*Thailand.*Vietnam/, /\/la\.json$/],
    ['How many people live in Chad?', /11,631,456/, /\/cd\.json$/],
    ['What is the life expectancy of women in Japan?', /female: 88\.26 years/, /\/ja\.json$/],
    ['When did Chad become independent?', /11 August 1960/, /\/cd\.json$/],
    ['How big is Brazil?', /8,515,770 sq km/, /\/br\.json$/],
    ['literacy rate in Afghanistan', /Literacy of Afghanistan: 38\.2%/, /\/af\.json$/],
    ['What currency does Poland use?', /zlotych/, /\/pl\.json$/],
    ['Where is Burkina Faso?', /Western Africa/, /\/uv\.json$/],
    ["Norway's GDP in 2012", /: \$335\.1 billion \(2012 est\.\) \[/, /\/no\.json$/],
    ['Who is the president of France?', /2012\), as of November 2015 \[\[1\]\]\.$/, /\/fr\.json$/],
  ])('%s', async (question, answer, url) => {
    const { content, sources } = await ask(question)
    expect(content).toMatch(answer)
    expect(content).toMatch(/\[\[1\]\]/)
    expect(sources[0]?.url).toMatch(url)
    expect(sources[0]?.publishedOn).toBe('2015-11-04')
  })

  it('compares, and calculates what follows', async () => {
    const { content, sources } = await ask('Compare the GDP per capita of Chile and Peru')
    expect(content).toMatch(/Chile \$23,000.*Peru \$11,800.*\$11,200 \(1\.95 times/)
    expect(sources).toHaveLength(2)
  })

  it('compares in prose whoever it is asked how they compare', async () => {
    const input = 'How do the economies of Chile and Peru compare?'
    const { content, sources } = await ask(input, { kind: 'research', effort: 'standard' })
    expect(content).toMatch(/Chile has a market-oriented economy/)
    expect(content).toMatch(/Peru's economy reflects/)
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
    expect(content).toContain(`xports of ${subject}: $`)
    expect(content).not.toContain('Not found')
  })

  it('answers the request that follows a question, and quotes no advice', async () => {
    const { content } = await ask(
      'Should I invest in solar power in Kenya? Give me an overview of its energy sector.',
    )
    expect(content).toMatch(/^Electricity - production of Kenya: 8\.123 billion kWh/)
    expect(content).toMatch(/Not found: Kenya: Should I invest in solar power/)
  })

  it('ranks all of a kind', async () => {
    const { content } = await ask('Which three countries have the largest population?')
    expect(content).toMatch(/Population, highest first, of 1\d\d compared: China 1,367,485,388/)
  })

  it.each([
    'Who was Napoleon?',
    'What is the best pizza in Rome?',
    'How do I bake bread?',
    'What is Kubernetes?',
    'Is Kenya landlocked?',
    'When was the Eiffel Tower built?',
    'What is the meaning of life?',
    'Does Brazil have nuclear weapons?',
    'What is purchasing power parity?',
    'Who won the 2022 World Cup?',
    'What was the population of Japan in 2023?',
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
    expect(content).toContain('## Age of the sources')
    expect(content).toContain('11 years old')
    expect(content).not.toContain('## Summary')
  })

  it('standard says when what it found is of another year than was asked for', async () => {
    const input = 'What is the population of Japan in 2023?'
    const { content } = await ask(input, { kind: 'research', effort: 'standard' })
    expect(content).toMatch(/2015 est.*## Not found\n\n- Japan: Population in 2023/s)
  })

  it('deep covers every part, compares in a table and names the gaps', async () => {
    const { content } = await ask(question, { kind: 'research', effort: 'deep' })
    expect(content).toContain('## Summary')
    expect(content).toMatch(/La Paz/)
    expect(content).toMatch(/border countries: Argentina/)
    expect(content).toMatch(
      /\| GDP - per capita \(PPP\) \| \$6,200 .*\$11,800 .*\$23,000 .*\| — \|/,
    )
    expect(content).toMatch(/## Not found\n\n- Atlantis: GDP per capita/)
  })
})

describe('evidence', () => {
  it.each(['lite', 'standard', 'deep', 'exhaustive', 'frontier'] as const)(
    'at %s every excerpt is an exact piece of the indexed text and every sentence has a marker',
    async effort => {
      const input = 'Compare the area, economy and government type of Peru and Chile'
      const { content, sources } = await ask(input, { kind: 'research', effort })
      for (const { url, excerpts } of sources) {
        const document = scene.library.list({ limit: 1_000 }).find(listed => listed.url === url)
        expect(document).toBeDefined()
        const text = scene.library
          .passagesOf(document?.documentId ?? 0)
          .map(passage => passage.text)
          .join('')
        for (const excerpt of excerpts) expect(text).toContain(excerpt)
      }
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
    ['freshness that ends the day before', { freshness: '2010-01-01to2015-11-03' }],
    ['this week', { freshness: 'week' }],
    ['another domain', { include_domains: ['example.org'] }],
    ['not this domain', { exclude_domains: ['github.com'] }],
    ['another language', { language: 'DE' }],
  ])('%s: nothing is found, and it says so', async (_, sources) => {
    await expect(ask(question, { sources })).rejects.toThrow(/source controls/)
  })

  it.each([
    ['its own day', { freshness: '2015-11-04to2015-11-04' }],
    ['its domain', { include_domains: ['github.com'] }],
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
    ['the density of something else', 'population density of Japan'],
    ['another office', 'Who is the king of Germany?'],
    ['a part of the name', 'What is the area of Africa?'],
    ['a figure of another time', 'What was the population of France in 1990?'],
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

  it('a word of measure alone names no field', async () => {
    const { content } = await ask("What share of Germany's electricity comes from nuclear?")
    expect(content).not.toContain('traded shares')
  })

  it('says in a short answer too what it found nothing about', async () => {
    const { content } = await ask('Compare the population of Kenya, Uganda and Wakanda')
    expect(content).toMatch(/Not found: Wakanda: population/i)
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

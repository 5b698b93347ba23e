import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { createServiceCaller } from '../outside/service-caller.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourceControls } from '../research.ts'
import type { SearchService } from './search-service.ts'
import { createBrave, createSearxng, createWikipedia, createYou } from './search-services.ts'
import { type FakeSearch, type SearchFault, startFakeSearch } from './testing/fake-search.ts'

const now = new Date('2026-11-15T12:00:00Z')
const pages = [
  { url: 'https://one.example/a', title: 'Salt lakes', text: 'Lakes of salt.', date: '2026-11-10' },
  { url: 'https://two.example/b', title: 'Lakes & hills', text: 'Lakes among hills.' },
]

let fake: FakeSearch
let service: SearchService
beforeEach(async () => {
  fake = await startFakeSearch({ pages })
})
afterEach(async () => {
  await service.close()
  await fake.close()
})

const SERVICES: Readonly<Record<string, (url: string) => SearchService>> = {
  SearXNG: url => createSearxng({ url, now: () => now }),
  Brave: url => createBrave({ url, apiKey: 'the-key', now: () => now }),
  'You.com': url => createYou({ url, apiKey: 'the-key', now: () => now }),
  Wikipedia: url => createWikipedia({ url, contact: 'ops@example.com' }),
}

function open(name: string): void {
  service = SERVICES[name]?.(fake.url) ?? expect.fail('no such service')
}

function search(text: string, controls: SourceControls = {}, limit = 10) {
  const policy = compilePolicy(controls, { now })
  return service.search({ text, policy, limit }, { signal: new AbortController().signal })
}

/** The query, wherever the service's wire puts it. */
async function asked(text: string, controls: SourceControls = {}) {
  await search(text, controls)
  const { query, body, headers, path } = fake.requests.at(-1) ?? expect.fail('not asked')
  return { path, headers, fields: body === '' ? query : JSON.parse(body) }
}

describe('SearXNG', () => {
  beforeEach(() => open('SearXNG'))

  it('is asked for JSON in the language of the query, with safe search', async () => {
    const { path, fields } = await asked('lakes', { language: 'DE', safesearch: 'strict' })
    expect(path).toBe('/search')
    expect(fields).toEqual({
      q: 'lakes',
      format: 'json',
      pageno: '1',
      language: 'de',
      safesearch: '2',
    })
  })

  it.each([
    ['day', 'day'],
    ['week', 'month'],
    ['month', 'month'],
    ['year', 'year'],
    ['2026-11-01to2026-11-05', 'month'],
    ['2020-01-01to2020-02-01', undefined],
  ])(
    'is asked for what is new as %s by the shortest range that holds it',
    async (freshness, range) => {
      expect((await asked('lakes', { freshness })).fields.time_range).toBe(range)
    },
  )

  it('gets domains as words of the query, a few of them', async () => {
    const q = async (controls: SourceControls) => (await asked('lakes', controls)).fields.q
    expect(await q({ include_domains: ['gov'] })).toBe('lakes site:gov')
    expect(await q({ include_domains: ['a.com', 'b.com'] })).toBe(
      'lakes (site:a.com OR site:b.com)',
    )
    expect(await q({ exclude_domains: ['a.com', 'b.com'] })).toBe('lakes -site:a.com -site:b.com')
    const many = Array.from({ length: 20 }, (_, index) => `a${index}.com`)
    expect(await q({ include_domains: many })).toBe('lakes')
  })

  it('gets no commands: a query cannot choose other engines or lead away', async () => {
    expect((await asked('!!g lakes :fr <1 of !wp salt!')).fields.q).toBe('g lakes fr 1 of wp salt!')
  })

  it('says what to do when its JSON is switched off', async () => {
    fake.fault = 'forbidden'
    await expect(search('lakes')).rejects.toThrow('add json to search.formats in its settings.yml')
  })
})

describe('Brave', () => {
  beforeEach(() => open('Brave'))

  it('is asked with its key, the country, the language, safe search and the dates', async () => {
    const { path, headers, fields } = await asked('lakes', {
      country: 'jp',
      language: 'ja',
      freshness: 'week',
      safesearch: 'off',
    })
    expect(path).toBe('/res/v1/web/search')
    expect(headers['x-subscription-token']).toBe('the-key')
    expect(fields).toMatchObject({
      q: 'lakes',
      count: '10',
      country: 'JP',
      search_lang: 'jp',
      safesearch: 'off',
      freshness: '2026-11-08to2026-11-15',
    })
  })

  it('is asked for all countries where none is wanted, in the language of the query', async () => {
    const { fields } = await asked(
      'Welche Seen in den Bergen sind die größten und wie tief sind sie',
    )
    expect(fields).toMatchObject({ country: 'ALL', search_lang: 'de', safesearch: 'moderate' })
    expect(fields).not.toHaveProperty('freshness')
  })

  it('gets no more characters and words than it takes, operators included', async () => {
    const { fields } = await asked('lake '.repeat(300), { include_domains: ['a.com', 'b.com'] })
    expect(fields.q.split(' ')).toHaveLength(50)
    expect(fields.q).toMatch(/lake \(site:a\.com OR site:b\.com\)$/)
    const { fields: long } = await asked('mountainlakes'.repeat(100))
    expect(long.q).toHaveLength(400)
  })

  it('is believed when it finds nothing', async () => {
    fake.fault = 'nothing'
    expect(await search('lakes')).toEqual([])
  })
})

describe('You.com', () => {
  beforeEach(() => open('You.com'))

  it('is asked with its key and all controls that it has', async () => {
    const { path, headers, fields } = await asked('lakes', {
      country: 'DE',
      language: 'pt-br',
      freshness: '2026-01-01to2026-12-31',
      exclude_domains: ['a.com'],
      boost_domains: ['b.com'],
    })
    expect(path).toBe('/v1/search')
    expect(headers['x-api-key']).toBe('the-key')
    expect(fields).toEqual({
      query: 'lakes',
      count: 10,
      country: 'DE',
      language: 'PT-BR',
      freshness: '2026-01-01to2026-11-15',
      safesearch: 'moderate',
      exclude_domains: ['a.com'],
      boost_domains: ['b.com'],
    })
  })

  it('gets what to include alone, since it refuses to combine', async () => {
    const { fields } = await asked('lakes', {
      include_domains: ['a.com', 'gov'],
      exclude_domains: ['b.a.com'],
    })
    expect(fields.include_domains).toEqual(['a.com', 'gov'])
    expect(fields).not.toHaveProperty('exclude_domains')
  })

  it('gets a query cut to what it takes', async () => {
    const { fields } = await asked('lakes '.repeat(300))
    expect(fields.query).toMatch(/^(lakes ){65}lakes$/)
  })
})

describe('Wikipedia', () => {
  beforeEach(() => open('Wikipedia'))

  it('is asked for the words that tell something, by somebody who can be reached', async () => {
    const { path, headers, fields } = await asked('What are the "salt" lakes of -Chile?')
    expect(path).toBe('/w/api.php')
    expect(headers['user-agent']).toMatch(/^Footnote-Engine\/\S+ \(ops@example\.com\)$/)
    expect(fields).toMatchObject({
      action: 'query',
      list: 'search',
      format: 'json',
      srsearch: 'salt lakes Chile',
      srlimit: '10',
    })
  })

  it('gets a query cut to what it takes', async () => {
    const { fields } = await asked('lakes '.repeat(300))
    expect(fields.srsearch.length).toBeLessThanOrEqual(250)
  })

  it('lists its articles by their own addresses', async () => {
    fake.pages = [
      { url: '', title: 'Salt lakes (Chile): a/b?', text: 'Lakes.', date: '2026-11-01' },
    ]
    expect(await search('lakes')).toEqual([
      {
        url: `${fake.url}/wiki/Salt_lakes_(Chile):_a/b%3F`,
        title: 'Salt lakes (Chile): a/b?',
        snippet: 'Lakes.',
        publishedOn: '2026-11-01',
      },
    ])
  })

  const reply = { query: { search: [{ title: 'See' }] } }
  function openElsewhere(asked: string[]): void {
    const createCaller: typeof createServiceCaller = ({ baseUrl }) => ({
      async json() {
        asked.push(baseUrl)
        return reply
      },
      close: async () => {},
    })
    service = createWikipedia({ url: 'https://en.wikipedia.org/', createCaller })
  }

  it('is asked in the language that is wanted', async () => {
    const bases: string[] = []
    openElsewhere(bases)
    expect(await search('See', { language: 'DE' })).toMatchObject([
      { url: 'https://de.wikipedia.org/wiki/See' },
    ])
    for (const language of ['zh-hans', 'nb', 'en-gb']) await search('See', { language })
    await search('See')
    await search('Welche Seen in den Bergen sind die größten und wie tief sind sie')
    expect(bases.map(base => new URL(base).hostname.split('.')[0])).toEqual([
      'de',
      'zh',
      'no',
      'en',
      'en',
      'de',
    ])
  })

  it.each<SourceControls>([
    { include_domains: ['gov'] },
    { exclude_domains: ['wikipedia.org'] },
    { include_domains: ['fr.wikipedia.org'] },
  ])('is not asked at all where %o rules it out', async controls => {
    const bases: string[] = []
    openElsewhere(bases)
    expect(await search('lakes', controls)).toEqual([])
    expect(bases).toEqual([])
    await search('lakes', { include_domains: ['wikipedia.org'] })
    expect(bases).toHaveLength(1)
  })
})

describe.each(['SearXNG', 'Brave', 'You.com'])('the results of %s', name => {
  beforeEach(() => open(name))

  it('are addresses with titles, snippets and dates, as plain text', async () => {
    expect(await search('lakes salt')).toEqual([
      {
        url: 'https://one.example/a',
        title: 'Salt lakes',
        snippet: 'Lakes of salt.',
        publishedOn: '2026-11-10',
      },
      { url: 'https://two.example/b', title: 'Lakes & hills', snippet: 'Lakes among hills.' },
    ])
  })

  it('are no more than were asked for', async () => {
    expect(await search('lakes', {}, 1)).toHaveLength(1)
  })

  it('are nothing but pages, whatever is sent', async () => {
    const text = '<b>lakes</b> &lt;script&gt; &amp;amp; &#x27;'
    fake.pages = [
      { url: 'file:///etc/passwd', title: 'lakes', text },
      { url: 'javascript:alert(1)', title: 'lakes', text },
      { url: 'https://user:secret@one.example/', title: 'lakes', text },
      { url: `https://one.example/${'a'.repeat(3000)}`, title: 'lakes', text },
      { url: 'no address', title: 'lakes', text },
      { url: 'https://one.example/c#part', title: `lakes ${'t'.repeat(900)}`, text, date: 'soon' },
    ]
    const [result, ...others] = await search('lakes')
    expect(others).toEqual([])
    expect(result).toMatchObject({
      url: 'https://one.example/c',
      snippet: "lakes &amp; '",
    })
    expect(result?.title).toHaveLength(300)
    expect(result).not.toHaveProperty('publishedOn')
  })

  it('have the same page once', async () => {
    fake.fault = 'repeats'
    expect(await search('salt', {}, 50)).toHaveLength(1)
  })

  it('are none where nothing was found', async () => {
    fake.fault = 'nothing'
    expect(await search('lakes')).toEqual([])
  })
})

describe.each(Object.keys(SERVICES))('the faults of %s', name => {
  beforeEach(() => open(name))

  it.each<[SearchFault, RegExp]>([
    ['garbage', /sent no listing/],
    ['html', /no JSON/],
    ['overloaded', /429/],
    ['forbidden', /403/],
    ['broken', /500/],
    ['reset', /cannot be reached/],
    ['redirect', /302, which leads elsewhere/],
    ['huge', /larger than 5 MB/],
  ])(
    '%s is an error that names the service and says nothing of the query',
    async (fault, message) => {
      fake.fault = fault
      const error = (await search('secretlakes').catch(error => error)) as Error
      expect(error).toMatchObject({ name: 'ServiceError', service: name })
      expect(error.message).toMatch(message)
      expect(error.message).not.toMatch(/secretlakes|the-key|log in/)
      expect(fake.requests).toHaveLength(1)
    },
  )

  it('hanging is over when its time is, or when nobody waits any more', async () => {
    fake.fault = 'hang'
    const policy = compilePolicy({}, { now })
    const query = { text: 'lakes', policy, limit: 5 }
    const { signal } = new AbortController()
    await expect(service.search(query, { signal, timeoutMs: 50 })).rejects.toThrow(/within 0.05 s/)
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(service.search(query, { signal: gone })).rejects.toThrow('gone')
  })
})

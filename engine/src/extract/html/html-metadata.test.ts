import { describe, expect, it } from 'vitest'
import { extractOne } from '../testing/extract-text.ts'

const read = (head: string, { body = '<p>Text</p>', html = '<html>', options = {} } = {}) =>
  extractOne(
    `<!doctype html>${html}<head>${head}</head><body>${body}</body></html>`,
    'page.html',
    options,
  )

describe('the address', () => {
  const canonical = '<link rel="canonical" href="https://example.com/a?b=1#part">'

  it('is the canonical link, else the social one, of a file of the operator’s own', async () => {
    expect((await read(canonical)).url).toBe('https://example.com/a?b=1')
    const social = '<meta property="og:url" content="https://example.com/social">'
    expect((await read(social)).url).toBe('https://example.com/social')
  })

  it('of a fetched page is believed for its own host alone', async () => {
    const from = (url: string) => read(canonical, { options: { url, ownUrl: 'same-host' } })
    expect((await from('https://www.example.com/x')).url).toBe('https://example.com/a?b=1')
    expect((await from('https://evil.example/x')).url).toBe('https://evil.example/x')
  })

  it('is never a script, a file, or a front page that all pages name', async () => {
    for (const href of ['javascript:alert(1)', 'file:///etc/passwd', 'https://example.com/']) {
      const { url } = await read(`<link rel="canonical" href="${href}">`)
      expect(url).toBe('library://local/test/page.html')
    }
  })

  it('is the operator’s where the operator gives one', async () => {
    const options = { url: 'https://docs.example.com/page.html', ownUrl: 'none' } as const
    expect((await read(canonical, { options })).url).toBe('https://docs.example.com/page.html')
  })
})

describe('the date', () => {
  const linked = (date: string) =>
    `<script type="application/ld+json">{"@graph":[{"@type":"Article","datePublished":"${date}"}]}</script>`

  it('is taken from the most telling place that has one', async () => {
    const meta = '<meta property="article:published_time" content="2021-03-04T10:00:00Z">'
    const time = '<article><time datetime="2019-01-02">then</time></article>'
    const options = { lastModified: 'Tue, 05 Feb 2019 10:00:00 GMT' }
    const dateOf = async (head: string, body = '<p>Text</p>') =>
      (await read(head, { body, options })).publishedOn
    expect(await dateOf(meta + linked('2020-05-06'), time)).toBe('2021-03-04')
    expect(await dateOf(linked('2020-05-06'), time)).toBe('2020-05-06')
    expect(await dateOf('', time)).toBe('2019-01-02')
    expect(await dateOf('')).toBe('2019-02-05')
  })

  it('is absent if the page has none or an invalid one', async () => {
    expect(await read('<meta name="date" content="soon">')).not.toHaveProperty('publishedOn')
    expect(await read(linked('9999-01-01'))).not.toHaveProperty('publishedOn')
  })
})

it('the title goes without the name of the site', async () => {
  const titleOf = async (head: string, body: string) => (await read(head, { body })).title
  expect(await titleOf('<title>Dams - The Site</title>', '<h1>Dams</h1>')).toBe('Dams')
  expect(await titleOf('<title>Dams | The Site</title>', '<h1>The Site</h1>')).toBe('Dams')
  expect(await titleOf('<title>Dams: a history</title>', '<h1>Other</h1>')).toBe('Dams: a history')
  expect(await titleOf('', '<p>Text</p>')).toBe('page')
})

it.each([
  ['adult', 'adult'],
  ['RTA-5042-1996-1400-1577-RTA', 'adult'],
  ['mature', 'mature'],
  ['14 years', 'mature'],
  ['general', undefined],
])('a page rated %s is held %s', async (written, rating) => {
  expect((await read(`<meta name="rating" content="${written}">`)).rating).toBe(rating)
})

it('the language is the one that the page declares', async () => {
  expect((await read('', { html: '<html lang="pt-BR">' })).language).toBe('pt-br')
  expect((await read('<meta property="og:locale" content="en_GB">')).language).toBe('en-gb')
})

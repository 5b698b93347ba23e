import { DOCS_SEARCH_PATH, type DocsSection } from '@footnote/contract/site/docs-search'
import { pages } from '@footnote/contract/site/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPages, type TestPages } from '../../testing/scenes/start-pages.ts'
import { CHANGELOG, GUIDES } from './docs-pages.ts'

const HTML_ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8'
const DOCS = [
  '/docs',
  ...GUIDES.slice(1).map(name => `/docs/${name}`),
  '/docs/reference',
  CHANGELOG,
]
const FILES = {
  '/index.html': '<!doctype html><title>Footnote</title>',
  '/docs.js': '0',
  '/theme.js': '0',
  '/favicon.svg': '<svg/>',
}

/** The status page needs a database, and a download a build. */
const isLiving = (path: string) => path.startsWith(pages.status) || path.startsWith('/downloads/')

describe.each([
  { name: 'with the website', files: FILES },
  { name: 'without a website', files: undefined },
])('$name', ({ files }) => {
  let site: TestPages
  beforeAll(async () => {
    site = await startPages(files)
  })
  afterAll(() => site.close())

  async function ask(path: string, accept = '*/*') {
    const response = await fetch(site.url + path, { headers: { accept }, redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it.each(DOCS)('%s is a page, and Markdown by path or by Accept', async path => {
    const page = await ask(path, HTML_ACCEPT)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self'",
    )
    expect(page.headers.get('link')).toBe(`<${path}.md>; rel="alternate"; type="text/markdown"`)
    expect(page.headers.get('vary')).toBe('accept')
    expect(page.text).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`)

    const markdown = await ask(`${path}.md`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toMatch(/^# .+\n\n/)
    expect(await ask(path, 'text/markdown, text/html;q=0.9')).toMatchObject({ text: markdown.text })
    expect(await ask(path, 'text/html, text/markdown;q=0.5')).toMatchObject({ text: page.text })
    expect(await ask(`${path}/`)).toMatchObject({ status: 301 })
  })

  it.each([
    [pages.home, '/index.md'],
    [pages.prices, '/prices.md'],
  ])('%s is available in Markdown, at %s too', async (path, address) => {
    const { text, headers } = await ask(address)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await ask(path, 'text/markdown')).toMatchObject({ status: 200, text })
    const page = await ask(path, HTML_ACCEPT)
    expect(page.status).toBe(files ? 200 : 302)
    expect(page.headers.get('link')).toContain(`<${address}>; rel="alternate"`)
    expect(page.headers.get('vary')).toMatch(/^accept/)
  })

  it('describes the MCP server for registries, and a skill for coding agents', async () => {
    const server = JSON.parse((await ask('/server.json')).text)
    // The rules of the registry's schema for these members, which npm does not have.
    expect(server).toEqual({
      $schema: expect.stringMatching(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\//),
      name: expect.stringMatching(/^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      title: expect.stringMatching(/^.{1,100}$/),
      description: expect.stringMatching(/^.{1,100}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      websiteUrl: expect.stringMatching(/^https?:\/\/\S+$/),
      remotes: [{ type: 'streamable-http', url: expect.stringMatching(/^https?:\/\/\S+\/mcp$/) }],
    })
    const skill = await ask('/skill.md')
    expect(skill.text).toMatch(/^---\nname: footnote\ndescription: .{1,1024}\n---\n/)
    expect(skill.text).not.toContain('{{')
  })

  it('every link of every page leads to a page, and to an id in it', async () => {
    const seen = new Map<string, string>()
    const waiting = ['/docs', '/docs.md', '/llms.txt', '/llms-full.txt', '/index.md', '/prices.md']
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path) || isLiving(path)) continue
      const { status, text, headers } = await ask(path, HTML_ACCEPT)
      expect(status, path).toBeLessThan(400)
      seen.set(path, text)
      if (!path.startsWith('/docs') && !/markdown|plain/.test(headers.get('content-type') ?? ''))
        continue
      waiting.push(...linksOf(text).map(link => link.split('#')[0] ?? ''))
    }
    for (const path of DOCS) expect([...seen.keys()]).toContain(path)
    for (const [path, text] of seen) {
      for (const link of linksOf(text)) {
        const [target = '', place] = link.split('#')
        // Markdown has no ids of its own: those of the page are meant.
        const page = seen.get(target.replace(/\.md$/, '')) ?? ''
        if (place !== undefined) expect(page, `${path} to ${link}`).toContain(` id="${place}"`)
      }
    }
  })

  it('llms.txt lists every page as Markdown, and llms-full.txt has their text', async () => {
    const { text } = await ask('/llms.txt')
    expect(text).toMatch(/^# Footnote\n\n> .+\n/)
    const full = await ask('/llms-full.txt')
    for (const path of [...DOCS, '/index', pages.prices, pages.status]) {
      expect(text).toContain(`](http://localhost${path}.md): `)
      if (isLiving(path) || path === CHANGELOG) continue
      expect(full.text).toContain((await ask(`${path}.md`)).text.trimEnd())
    }
  })

  it('serves a search index that covers every page and leads to ids in them', async () => {
    const { headers, text } = await ask(DOCS_SEARCH_PATH)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    const sections: DocsSection[] = JSON.parse(text)
    for (const path of DOCS) {
      const own = sections.filter(({ href }) => href.split('#')[0] === path)
      const page = (await ask(path, HTML_ACCEPT)).text
      const ids = [...page.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => `${path}#${id}`)
      expect(own.map(({ href }) => href)).toEqual([path, ...ids])
      expect(own[0]?.text, path).not.toBe('')
    }
    for (const { text: words } of sections) expect(words).not.toMatch(/```|\]\(\/|\*\*/)
  })

  it('serves its own fonts, which may be cached', async () => {
    const { text } = await ask('/docs.css')
    const fonts = [...text.matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => path)
    expect(fonts).toHaveLength(2)
    for (const path of fonts) {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('font/woff2')
      expect(headers.get('cache-control')).toMatch(/max-age=\d{6,}/)
    }
  })
})

/** Lists the links of a page or text within this service, except those to the same page. */
function linksOf(text: string): string[] {
  const links = [
    ...text.matchAll(/(?:href|src)="(\/[^"]*)"|\]\((?:http:\/\/localhost)?(\/[^)\s]*)\)/g),
  ]
  return links.map(([, inPage, inMarkdown]) => inPage ?? inMarkdown ?? '')
}

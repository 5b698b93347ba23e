import { readdirSync } from 'node:fs'
import { limitRows } from '@footnote/contract/document-tables'
import { ERROR_CODES, errorEntry } from '@footnote/contract/errors'
import { formats } from '@footnote/contract/formats'
import { operationEntries } from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { TASK_STATES } from '@footnote/contract/responses'
import { toolName } from '@footnote/contract/tools'
import { usdText } from '@footnote/contract/usd-text'
import { describe, expect, test } from 'vitest'
import { noPackages } from '../keep-packages.ts'
import { renderDocsPage } from './docs-page.ts'
import { GUIDES, readDocsPages, readSitePages } from './docs-pages.ts'
import { html } from './html.ts'
import { fillPlaceholders } from './placeholders.ts'

const SURROUNDINGS = {
  baseUrl: 'https://api.example.com',
  hasWebsite: true,
  sources: ['A library of documents.'],
  packages: noPackages,
}
const all = readDocsPages(SURROUNDINGS)
const rendered = all.map(page => ({
  ...page,
  page: renderDocsPage(page, { all, hasWebsite: true }),
}))
const pageAt = (path: string) => rendered.find(page => page.path === path)?.page ?? ''
const reference = pageAt('/docs/reference')
const errorsPage = pageAt('/docs/errors')

/** The text of a page without its markup. */
function textOf(page: string): string {
  return page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(Number(code)))
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_match, name) => ({ lt: '<', gt: '>', quot: '"' })[name as 'lt'] ?? '&',
    )
    .replace(/\s+/g, ' ')
}

function between(page: string, start: string, end: string): string {
  const from = page.indexOf(start)
  expect(from, start).toBeGreaterThan(-1)
  return page.slice(from, page.indexOf(end, from))
}

describe('the documentation covers the whole contract', () => {
  test.each(operationEntries())('operation %s', (name, { method, path, summary, errors }) => {
    const article = between(reference, `<h3 id="${name}"`, '</article>')
    expect(textOf(article)).toContain(` ${method} ${path} `)
    expect(article).toContain(summary)
    expect(article).toContain('https://api.example.com/')
    for (const code of errors) expect(article).toContain(`href="/docs/errors#error-${code}"`)
  })

  test.each(ERROR_CODES)('error %s', code => {
    const row = textOf(between(errorsPage, `id="error-${code}"`, '</tr>'))
    const { status, condition, message } = errorEntry(code)
    for (const part of [code, String(status), condition, message]) expect(row).toContain(part)
  })

  test.each(prices)('price of $tool $effort', ({ tool, effort, costUnits }) => {
    const shown = `${toolName(tool)} ${effort ?? ''}`.trim()
    expect(textOf(pageAt('/docs/billing-and-refunds'))).toContain(`${shown} ${usdText(costUnits)} `)
  })

  test.each(limitRows())('limit: $limit', ({ limit, value }) => {
    expect(textOf(reference)).toContain(value)
    expect(textOf(reference)).toContain(limit.split('`')[0])
  })

  test.each(Object.keys(formats))('format %s', name => {
    expect(reference).toContain(`id="format-${name}"`)
  })

  test.each(TASK_STATES)('task state %s', state => {
    for (const page of [reference, pageAt('/docs/background-tasks')]) {
      expect(page).toContain(`scope="row"><code>${state}</code>`)
    }
  })
})

describe.each(rendered)('$path', ({ page, markdown, title }) => {
  test('has the same headings as its Markdown', () => {
    const lines = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').split('\n')
    const written = lines.filter(line => /^#+ /.test(line)).map(line => line.replace(/^#+ /, ''))
    const main = between(page, '<main', '</main>').replaceAll(/<a class="mark".*?<\/a>/g, '')
    const shown = [...main.matchAll(/<h\d[^>]*>(.*?)<\/h\d>/gs)].map(([, text = '']) =>
      textOf(text),
    )
    expect(shown).toEqual(written)
    expect(shown[0]).toBe(title)
  })

  test('has nothing that a strict content security policy would block', () => {
    expect(page).not.toMatch(/<style|<img|<iframe|\sstyle=|\son\w+=|javascript:/i)
    expect(page.match(/<script[^>]*>/g)).toEqual([
      '<script src="/theme.js">',
      '<script type="module" src="/docs.js">',
    ])
  })

  test('has a target for every link inside it, and no duplicate id', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})

test('every guide is part of the documentation', () => {
  const files = readdirSync(new URL('../../../../docs/guides', import.meta.url))
  expect(files.sort()).toEqual([...GUIDES].map(name => `${name}.md`).sort())
})

test('numbers the ids of repeated headings, as code hosts do', () => {
  const markdown = '# A\n\nB.\n\n## 2.0\n\n### Fixes\n\n## 1.0\n\n### Fixes\n'
  const again = { path: '/docs/again', title: 'A', summary: 'B.', markdown }
  const page = renderDocsPage(again, { all: [again], hasWebsite: false })
  for (const id of ['fixes', 'fixes-1']) {
    expect(page).toContain(`<h3 id="${id}">`)
    expect(page).toContain(`<li class="depth-3"><a href="#${id}">Fixes</a>`)
  }
})

test('escapes everything from the tables', () => {
  expect(textOf(reference)).toContain('Bearer <API_KEY>')
  expect(textOf(reference)).toContain('<start_date>to<end_date>')
  for (const { page } of rendered) {
    const tags = new Set([...page.matchAll(/<\/?([^\s>]+)/g)].map(([, tag]) => tag))
    expect([...tags].filter(tag => !/^(?:!doctype|[a-z][a-z0-9]*)$/.test(tag ?? ''))).toEqual([])
    expect(page).not.toMatch(/<(?:start_date|end_date|API_KEY)/i)
  }
})

test('escapes the address of the service', () => {
  const hostile = { ...SURROUNDINGS, baseUrl: 'https://x.example/"><script>alert(1)</script>' }
  for (const page of readDocsPages(hostile)) {
    expect(renderDocsPage(page, { all, hasWebsite: true })).not.toContain('<script>alert')
  }
})

test('refuses a placeholder that no table of the contract has', () => {
  for (const name of [
    'nothing',
    'price:research:cheap',
    'limit:sky',
    'limit:pollSeconds',
    'guide:x',
    '',
  ]) {
    expect(() => fillPlaceholders(`a {{${name}}} b`, SURROUNDINGS)).toThrow(`{{${name}}}`)
  }
  expect(fillPlaceholders('{{price:answer}}, {{limit:pollSeconds.longest}}', SURROUNDINGS)).toBe(
    '0.02\u00a0USD, 15',
  )
  for (const { markdown } of [...all, ...readSitePages(SURROUNDINGS)]) {
    expect(markdown).not.toMatch(/\{\{/)
  }
})

test('a template escapes its values and leaves markup alone', () => {
  const inner = html`<b>${'<&>"\''}</b>`
  expect(html`<p title="${'"'}">${[inner, undefined, false, 7]}</p>`.markup).toBe(
    '<p title="&#34;"><b>&#60;&#38;&#62;&#34;&#39;</b>7</p>',
  )
})

test('links to the website, with forms and script, only if there is one', () => {
  const alone = readDocsPages({ ...SURROUNDINGS, hasWebsite: false })
  for (const page of alone) {
    const shown = renderDocsPage(page, { all: alone, hasWebsite: false })
    expect(shown).not.toMatch(/<script|<form|href="\/(?:access|sign-in|favicon)/)
  }
  expect(pageAt('/docs')).toContain('href="/access"')
  expect(reference.match(/<form class="try"/g)).toHaveLength(operationEntries().length)
})

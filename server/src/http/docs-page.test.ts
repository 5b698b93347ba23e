import { ERROR_CODES, errorEntry } from '@footnote/contract/errors'
import { formats } from '@footnote/contract/formats'
import { limitRows } from '@footnote/contract/limit-rows'
import { operationEntries } from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { TASK_STATES } from '@footnote/contract/responses'
import { usdText } from '@footnote/contract/usd-text'
import { describe, expect, test } from 'vitest'
import { html } from './docs/html.ts'
import { renderDocsPage } from './docs-page.ts'
import { docsStylesheet } from './docs-stylesheet.ts'

const page = renderDocsPage({ baseUrl: 'https://api.example.com/', hasWebsite: true })
/** What a reader sees, without the markup. */
const text = page
  .replace(/<[^>]*>/g, ' ')
  .replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(Number(code)))
  .replace(/\s+/g, ' ')

describe('the reference says everything that the contract says', () => {
  test.each(operationEntries())('operation %s', (name, { method, path, summary, errors }) => {
    const article = between(`<article id="${name}"`, '</article>')
    expect(article).toContain(`<span class="method">${method}</span> <code>${path}</code>`)
    expect(article).toContain(summary)
    expect(article).toContain('https://api.example.com/')
    for (const code of errors) expect(article).toContain(`href="#error-${code}"`)
  })

  test.each(ERROR_CODES)('error %s', code => {
    const row = between(`id="error-${code}"`, '</tr>')
    expect(row).toContain(`<span class="status">${errorEntry(code).status}</span>`)
    expect(text).toContain(errorEntry(code).condition)
    expect(text).toContain(errorEntry(code).message)
  })

  test.each(prices)('price of $tool $effort', ({ tool, effort, costUnits }) => {
    expect(text).toContain(` ${tool} ${effort ?? 'none'} ${usdText(costUnits)} `)
  })

  test.each(limitRows())('limit: $limit', ({ limit, value }) => {
    expect(text).toContain(value)
    expect(text).toContain(limit.split('`')[0])
  })

  test.each(Object.keys(formats))('format %s', name => {
    expect(page).toContain(`id="format-${name}"`)
  })

  test.each(TASK_STATES)('task state %s', state => {
    expect(page).toContain(`scope="row"><code>${state}</code>`)
  })
})

test('the page has nothing that a strict content policy would stop', () => {
  expect(page).not.toMatch(/<script|<style|<img|<iframe|\sstyle=|\son\w+=|javascript:/i)
  expect(docsStylesheet).not.toMatch(/url\(|@import/)
})

test('every link inside the page has a target, and no id occurs twice', () => {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
})

test('nothing from the tables reaches the page unescaped', () => {
  expect(page).toContain('Bearer &#60;API_KEY&#62;')
  expect(page).toContain('&#60;start_date&#62;to&#60;end_date&#62;')
  const tags = new Set([...page.matchAll(/<\/?([^\s>]+)/g)].map(([, tag]) => tag))
  expect([...tags].filter(tag => !/^(?:!doctype|[a-z][a-z0-9]*)$/.test(tag ?? ''))).toEqual([])
  expect(page).not.toMatch(/<(?:start_date|end_date|API_KEY)/i)
  expect(page).not.toContain('"query": "')
})

test('the address of the service is escaped too', () => {
  const hostile = renderDocsPage({
    baseUrl: 'https://x.example/"><script>alert(1)</script>',
    hasWebsite: true,
  })
  expect(hostile).not.toContain('<script>')
})

test('a template escapes what is put into it and leaves markup alone', () => {
  const inner = html`<b>${'<&>"\''}</b>`
  expect(html`<p title="${'"'}">${[inner, undefined, false, 7]}</p>`.markup).toBe(
    '<p title="&#34;"><b>&#60;&#38;&#62;&#34;&#39;</b>7</p>',
  )
})

function between(start: string, end: string): string {
  const from = page.indexOf(start)
  expect(from, start).toBeGreaterThan(-1)
  return page.slice(from, page.indexOf(end, from))
}

test('leads to the website where there is one', () => {
  const alone = renderDocsPage({ baseUrl: 'https://api.example.com', hasWebsite: false })
  expect(page).toContain('href="/keys"')
  expect(alone).not.toContain('href="/keys"')
})

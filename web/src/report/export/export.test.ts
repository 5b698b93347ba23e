import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readReport } from '../report-text.tsx'
import { sourcesOfOutput } from '../source.ts'
import { originText } from './report-document.ts'
import { toBibtex, toCsl } from './to-bibliography.ts'
import { toDocx } from './to-docx.ts'
import { toHtml } from './to-html.ts'

const text = `## Figures & facts

Chile <b>leads</b> **clearly** [[1, 2]]. See [a link](https://example.com/?a=1&b=2) or [bad](javascript:alert(1)).

- one
  1. nested
- two [[2]]

| Country | GDP |
|---|---|
| Chile | 17 |
`
const sources = sourcesOfOutput({
  ...{ content: text, content_type: 'text' },
  sources: [
    { url: 'https://en.wikipedia.org/wiki/Chile', title: 'Chile & "Peru" 100%' },
    { url: 'javascript:alert(1)', title: '<script>' },
  ],
  evidence: [{ pointer: '', source: 1, quote: 'Chile <leads>.' }],
})
const report = readReport(text, sources.length)
const origin = { call: 'Research, deep', at: new Date('2026-11-16T12:00:00Z') }
const document = { ...report, title: 'Chile > Peru?', origin, sources }
const NOW = new Date('2026-11-16T12:00:00Z')

test('writes one HTML file that loads nothing and links citations to their sources', () => {
  const html = toHtml(document)
  expect(html).toContain('<title>Chile &gt; Peru?</title>')
  expect(html).toContain(originText(origin))
  expect(html).toContain('<sup><a href="#source-1">1</a> <a href="#source-2">2</a></sup>')
  expect(html).toContain('<li id="source-1"><a href="https://en.wikipedia.org/wiki/Chile">')
  expect(html).toContain('href="https://example.com/?a=1&amp;b=2"')
  expect(html).toContain('<blockquote>Chile &lt;leads&gt;.</blockquote>')
  expect(html).toContain('&lt;b&gt;leads')
  expect(html).not.toMatch(/<script|<b>|href="javascript|src=/)
})

test('writes a Word file with headings, lists, tables, links and sources', () => {
  const files = unzipSync(toDocx(document))
  const body = strFromU8(files['word/document.xml'] ?? new Uint8Array())
  const links = strFromU8(files['word/_rels/document.xml.rels'] ?? new Uint8Array())
  expect(Object.keys(files)).toContain('[Content_Types].xml')
  const lines = body.split('</w:p>').map(line => line.replace(/<[^>]+>/g, '').trim())
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Chile &gt; Peru?', originText(origin), 'Figures &amp; facts', '• one', '1. nested'],
      ...['• two[2]', 'Country', '1. Chile &amp; &quot;Peru&quot; 100%, Wikipedia'],
    ]),
  )
  expect(body).toContain('<w:pStyle w:val="Heading1"/>')
  expect(links.match(/Target="http[^"]*"/g)).toEqual([
    'Target="https://example.com/?a=1&amp;b=2"',
    'Target="https://en.wikipedia.org/wiki/Chile"',
  ])
  expect(links).not.toContain('javascript')
})

test('exports a text that is no Markdown as paragraphs', () => {
  expect(toHtml({ ...document, tree: undefined, text: 'One\n\nTwo' })).toContain(
    '<p>One</p><p>Two</p>',
  )
})

test('lists the sources as BibTeX and CSL JSON', () => {
  const [first] = sources
  if (!first) throw new Error('no source')
  const dated = [{ ...first, pageAge: '2024-05-06T00:00:00' }]
  expect(toBibtex(dated, NOW)).toBe(
    `@online{source1,
  title = {{Chile \\& "Peru" 100\\%}},
  organization = {{Wikipedia}},
  date = {2024-05-06},
  url = {https://en.wikipedia.org/wiki/Chile},
  urldate = {2026-11-16},
}
`,
  )
  expect(JSON.parse(toCsl(dated, NOW))).toEqual([
    {
      ...{ id: 'source1', type: 'webpage', title: 'Chile & "Peru" 100%' },
      ...{ URL: 'https://en.wikipedia.org/wiki/Chile', 'container-title': 'Wikipedia' },
      issued: { 'date-parts': [[2024, 5, 6]] },
      accessed: { 'date-parts': [[2026, 11, 16]] },
    },
  ])
})

import { describe, expect, it } from 'vitest'
import { blocks } from '../../text/blocks.ts'
import { extractOne } from '../testing/extract-text.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
const text = async (body: string) => (await extractOne(page(body), 'page.html')).text

const paragraph =
  'The reservoir was finished after nine years, and it holds enough water for a city, its farms, and its mills.'

describe('what a page says', () => {
  it('comes without menus, scripts, footers and hidden parts', async () => {
    const found = await text(`
      <nav><a href="/">Home</a> <a href="/all">All pages</a></nav>
      <script>var tracked = true</script><style>p { color: red }</style>
      <main><h1>The reservoir</h1><p>${paragraph}</p><p hidden>Unseen</p>
      <p style="display: none">Unseen</p></main>
      <footer>Imprint and cookies</footer>`)
    expect(found).toBe(`# The reservoir\n\n${paragraph}`)
  })

  it.each([
    ['a short page with a menu', '<nav><a href="/">Home</a> | <a href="/a">About</a></nav>'],
    ['links with signs between', '<div><a href="/">Home</a> | <a href="/a">About</a></div>'],
    ['a trail', '<p><a href="/">Home</a> › <a href="/a">Dams</a></p>'],
    [
      'the head of the page',
      '<header><b><a href="/">Water</a></b><ul><li><a href="/a">About</a></li></ul></header>',
    ],
    [
      'what is called a menu',
      '<ul class="main-menu"><li><a href="/">Home</a></li><li><a href="/a">About</a></li></ul>',
    ],
  ])('comes without the links of %s', async (_, links) => {
    const said = '<h1>The reservoir</h1><p>It holds 40 million litres.</p>'
    const only = /^##? The reservoir\n\nIt holds 40 million litres\.$/
    expect(await text(`${links}${said}`)).toMatch(only)
    expect(await text(`${said}${links}`)).toMatch(only)
  })

  it('keeps lists of links that it is about, and links in sentences', async () => {
    const list = '<ul><li><a href="/o">Oder</a></li><li><a href="/e">Elbe</a></li></ul>'
    const found = await text(`<h1>Rivers</h1>${list}<p><a href="/o">Oder</a> is long.</p>`)
    expect(found).toMatch(/^##? Rivers\n\nOder\nElbe\n\nOder is long\.$/)
    expect(await text('<p><a href="/">Home</a> | <a href="/a">About</a></p>')).toBe('Home | About')
  })

  it('keeps headings, lists and definitions on lines of their own', async () => {
    const found = await text(`<main><h2>Facts</h2>
      <ul><li>First <b>item</b></li><li>Second item<ul><li>Nested</li></ul></li></ul>
      <dl><dt>Capital</dt><dd>Sucre</dd><dt>Languages:</dt><dd>Spanish, Quechua</dd></dl>
      <pre># not a heading\n  indented   code</pre></main>`)
    expect(found).toBe(
      '## Facts\n\nFirst item\nSecond item\nNested\n\n' +
        'Capital: Sucre\nLanguages: Spanish, Quechua\n\n # not a heading\nindented code',
    )
    expect(blocks(found).filter(({ kind }) => kind === 'heading')).toHaveLength(1)
  })

  it('is the whole page where the article that was found is only a part of it', async () => {
    const sections = Array.from(
      { length: 12 },
      (_, at) => `<div><div><h3>Part ${at}</h3><p>${paragraph} Part ${at} ends.</p></div></div>`,
    )
    const found = await text(sections.join(''))
    for (let at = 0; at < 12; at += 1) expect(found).toContain(`Part ${at} ends.`)
  })

  it('is read from fragments and from pages that leave out half of their tags', async () => {
    expect(await text('<p>One<p>Two<br>Three')).toBe('One\n\nTwo\nThree')
    expect((await extractOne('<p>Only a fragment</p>', 'a.html')).text).toBe('Only a fragment')
    expect((await extractOne('<html><p>No body', 'a.html')).text).toBe('No body')
  })

  it('is decoded as the page declares', async () => {
    const bytes = Buffer.from(
      '<html><head><meta charset="iso-8859-2"></head><body><p>\xb3\xf3d\xbc</p></body></html>',
      'latin1',
    )
    expect((await extractOne(bytes, 'a.html')).text).toBe('łódź')
  })
})

describe('tables', () => {
  it('are rows with the cells that span others repeated, under their caption', async () => {
    const found = await text(`<table><caption>Sales by year</caption>
      <tr><th rowspan="2">Region</th><th colspan="2">2019</th></tr>
      <tr><th>Units</th><th>Price | net</th></tr>
      <tr><td>North</td><td>1,200</td><td>3.5</td></tr>
      <tr><td colspan="3">Closed</td></tr></table>`)
    expect(found).toBe(
      [
        'Sales by year',
        '| Region | 2019 | 2019 |',
        '| Region | Units | Price \\| net |',
        '| North | 1,200 | 3.5 |',
        '| Closed | | |',
      ].join('\n'),
    )
    const table = blocks(found).find(block => block.kind === 'table')
    expect(table?.rows.map(row => row.map(cell => cell.text))).toContainEqual([
      'Region',
      'Units',
      'Price | net',
    ])
  })

  it('get back the signs and spaces that filings put into columns of their own', async () => {
    const row = (label: string, sign: string, value: string, end: string) =>
      `<tr><td>${label}</td><td></td><td>${sign}</td><td>${value}</td><td>${end}</td></tr>`
    const found = await text(`<table>
      <tr><td></td><td></td><td colspan="3">2021</td></tr>
      ${row('Revenue', '$', '1,234', '')}${row('Loss', '$', '(56', ')')}${row('Share', '', '12', '%')}
      </table>`)
    expect(found).toBe('| | 2021 |\n| Revenue | $1,234 |\n| Loss | $(56) |\n| Share | 12% |')
  })

  it('that only lay out the page are read as prose', async () => {
    const layout = `<table><tr><td>Menu</td><td><p>${paragraph}</p><table>
      <tr><th>a</th><td>1</td></tr></table></td></tr></table>`
    expect(await text(layout)).toBe(`Menu\n\n${paragraph}\n\n| a | 1 |`)
  })

  it('of hostile spans cost no more than the limit', async () => {
    const row = '<tr><td colspan="1000" rowspan="65535">x</td></tr>'
    await expect(text(`<table>${row.repeat(1000)}</table>`)).rejects.toThrow(/cells; split it/)
  })
})

it('elements that lie in each other thousands deep are read', async () => {
  expect(await text(`${'<div>'.repeat(5000)}deep down`)).toBe('deep down')
  expect(await text(`${'<table><tr><td>'.repeat(500)}deep down`)).toBe('deep down')
})

import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderReport } from './render-report.ts'

const colored = { columns: 60, color: true, links: true }
const plain = { columns: 60, color: false, links: false }
const piped = { columns: Infinity, color: false, links: false }
const sources = [
  { url: 'https://a.example/x', title: 'A page', excerpts: ['Sucre is\nthe capital.'] },
  { url: 'javascript:alert(1)', title: '\u001B]0;owned\u0007B\n# page' },
]
const render = (text: string, look = plain) => renderReport(look, { text, sources: [] })
const cite = (text: string, look = plain) => renderReport(look, { text, sources }).split('\n')[0]
const visible = (text: string) => text.replaceAll('\u001B', '␛')

const REPORT = `# Title

Some **bold**, *italic*, ~~old~~ and \`code [[1]]\` with a [link](https://b.example/?a=1&amp;b=2) [[1]].

## Points

1. First, which is long enough to be continued on another line
   - nested
9. [x] second

> Quoted words [[1, 2]].

\`\`\`
not   wrapped, however long the line of code may be, ever, ever
\`\`\`

| Year | Value |
|---|--:|
| 2024 | 3.4% |

---
<b>html</b>`

test('renders a report with colors and links', () => {
  expect(visible(renderReport(colored, { text: REPORT, sources }))).toMatchInlineSnapshot(`
    "␛[1mTitle␛[22m
    ␛[2m━━━━━␛[22m

    Some ␛[1mbold␛[22m, ␛[3mitalic␛[23m, ␛[9mold␛[29m and ␛[36m\`code [[1]]\`␛[39m with a ␛]8;;https://b.example/?a=1&b=2␛\\␛[4mlink␛[24m␛]8;;␛\\␛[2m[␛[22m␛]8;;https://a.example/x␛\\␛[2m1␛[22m␛]8;;␛\\␛[2m]␛[22m.

    ␛[1;4mPoints␛[22;24m

    ␛[2m1. ␛[22mFirst, which is long enough to be continued on another
       line
       ␛[2m◦ ␛[22mnested
    ␛[2m2. ☑ ␛[22msecond

    ␛[2m│ ␛[22mQuoted words␛[2m[␛[22m␛]8;;https://a.example/x␛\\␛[2m1␛[22m␛]8;;␛\\␛[2m,2]␛[22m.

        not   wrapped, however long the line of code may be, ever, ever

    ␛[1mYear␛[22m  ␛[1mValue␛[22m
    ␛[2m────  ─────␛[22m
    2024   3.4%

    ␛[2m────────────────────────␛[22m

    <b>html</b>

    ␛[1;4mSources␛[22;24m

    ␛[2m[1] ␛[22m␛[1mA page␛[22m
        ␛]8;;https://a.example/x␛\\␛[2mhttps://a.example/x␛[22m␛]8;;␛\\
        ␛[3m“Sucre is the capital.”␛[23m

    ␛[2m[2] ␛[22m␛[1mB # page␛[22m
        ␛[2mjavascript:alert(1)␛[22m
    "
  `)
})

test('renders a report without colors using signs', () => {
  expect(renderReport(plain, { text: REPORT, sources })).toMatchInlineSnapshot(`
    "# Title

    Some bold, italic, ~~old~~ and \`code [[1]]\` with a link
    (https://b.example/?a=1&b=2)[1].

    ## Points

    1. First, which is long enough to be continued on another
       line
       ◦ nested
    2. ☑ second

    │ Quoted words[1,2].

        not   wrapped, however long the line of code may be, ever, ever

    Year  Value
    ────  ─────
    2024   3.4%

    ────────────────────────

    <b>html</b>

    ## Sources

    [1] A page
        https://a.example/x
        “Sucre is the capital.”

    [2] B # page
        javascript:alert(1)
    "
  `)
})

test('prints clean Markdown with the sources below to a pipe', () => {
  const text = `**a** [[1]] ${'word '.repeat(40)}\u001B[2Jend`
  expect(renderReport(piped, { text, sources })).toBe(
    `**a** [[1]] ${'word '.repeat(40)}end\n\n## Sources\n\n1. A page\n   https://a.example/x\n   > Sucre is the capital.\n2. B # page\n   javascript:alert(1)\n`,
  )
})

test.each([
  ['Sucre [[1]].', 'Sucre[1].'],
  ['**Sucre** [[1, 2]], then', 'Sucre[1,2], then'],
  ['a[[1]][[2]] b', 'a[1][2] b'],
  ['a [[9]] [[1, 9]]', 'a [[9]][1][[9]]'],
  ['`[[1]]` [[1]](https://evil.example)', '`[[1]]`[1]'],
  ['[[1]] first', '[1] first'],
  ['https://b.example/a[[1]] b', 'https://b.example/a[1] b'],
])('renders the citations of %s', (text, expected) => {
  expect(cite(text)).toBe(expected)
})

test('links only web addresses, in text and citations', () => {
  const hrefs = (text: string) =>
    [...visible(cite(text, colored) ?? '').matchAll(/␛\]8;;([^␛]+)/g)].map(([, href]) => href)
  expect(hrefs('a [[1, 2]]')).toEqual(['https://a.example/x'])
  expect(
    hrefs('[a](javascript:x) [b](&#106;avascript:x) [c](/d) <mailto:e@b.example> x.y'),
  ).toEqual([])
  expect(hrefs('[a](https://b.example/\u009C&#27;\\;é)')).toEqual(['https://b.example/%1B;%C3%A9'])
})

test('prints the address of a link whose text looks like another address', () => {
  const text = '[bank.example](https://evil.example/) [b.example](https://www.b.example)'
  const words = stripVTControlCharacters(cite(text, colored) ?? '')
  expect(words).toBe('bank.example (https://evil.example/) b.example')
})

test('renders a table that does not fit as one block per row', () => {
  const text = '|Name|Words|\n|-|-|\n|averyveryverylongidentifier|more|\n|b|c|'
  expect(render(text, { ...plain, columns: 24 })).toBe(
    'Name:\n  averyveryverylongidentifier\nWords: more\n\nName: b\nWords: c\n',
  )
})

test('outputs no escape sequences but its own, whatever the text', () => {
  const piece = fc.constantFrom(
    '\u001B',
    '\u001B[2J',
    '\u009B',
    '\u001B]8;;',
    '\u0007',
    '&#27;',
    '&#x9b;',
    '[[1]]',
    '[[2]]',
    '](https://b.example/',
    '[',
    ')',
    '**',
    '`',
    '\n',
    '\n\n',
    '- ',
    '> ',
    '| ',
    '|-|-|\n',
    '# ',
    '<br>',
    'www.b.example',
    '\u202E',
    '&#x202e;',
    '    ',
    'word ',
    '漢',
    '\r',
  )
  const text = fc.string({
    unit: fc.oneof(piece, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 60,
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const own = /\u001B\[[\d;]+m|\u001B\]8;;(?:https?:[\u0021-\u007E]+)?\u001B\\/g
  fc.assert(
    fc.property(text, text, fc.constantFrom(colored, plain, piped), (body, title, look) => {
      const shown = renderReport(look, {
        text: body,
        sources: [{ url: body, title, excerpts: [title] }, ...sources],
      })
      const rest = look.color ? shown.replace(own, '') : shown
      expect(rest).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['quotes in quotes', '> '.repeat(50_000)],
  ['lists in lists', `${'- '.repeat(40)}a\n`.repeat(120)],
  ['stars', '**a'.repeat(33_000)],
  ['brackets', '['.repeat(100_000)],
  ['columns', `${'a|'.repeat(1_900)}\n${'-|'.repeat(1_900)}\n${'|x\n'.repeat(3_900)}`],
])('renders endless %s in bounded space', (_, text) => {
  expect(render(text).length).toBeLessThan(20 * text.length)
})

test('leaves room for words in deep nesting', () => {
  const shown = render(`${'> - '.repeat(18)}some words that are to be read in the end`)
  expect(Math.max(...shown.split('\n').map(line => line.length))).toBeLessThanOrEqual(60)
})

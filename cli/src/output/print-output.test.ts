import { expect, test } from 'vitest'
import { renderObject } from './print-output.ts'

const value = { name: 'Sucre [[1]] "quoted": \u202Ex', list: [1, null, true] }
const sources = [{ url: 'https://a.example/x', title: 'A page' }]

test('colors the keys, hides nothing in them, and lists the sources', () => {
  const shown = renderObject({ columns: 80, color: true, links: true }, value, { sources })
  expect(shown.replaceAll('\u001B', '␛')).toMatchInlineSnapshot(`
    "{
      ␛[36m"name"␛[39m: "Sucre [[1]] \\"quoted\\": \\u202ex",
      ␛[36m"list"␛[39m: [
        1,
        null,
        true
      ]
    }

    ␛[1;4mSources␛[22;24m

    ␛[2m[1] ␛[22m␛[1mA page␛[22m
        ␛]8;;https://a.example/x␛\\␛[2mhttps://a.example/x␛[22m␛]8;;␛\\
    "
  `)
})

test('prints one JSON object with the sources to a pipe', () => {
  const shown = renderObject({ columns: Infinity, color: false, links: false }, value, { sources })
  expect(JSON.parse(shown)).toEqual({ content: value, sources })
})

const evidence = [
  { pointer: '/name', source: 1, quote: 'Sucre is the capital.' },
  { pointer: '/list/0', source: 1, quote: 'There is one\u001B[31m.' },
]

test('quotes the evidence of each value, free of escape sequences', () => {
  const look = { columns: 80, color: false, links: false }
  const shown = renderObject(look, { name: 'Sucre', list: [1] }, { sources, evidence })
  expect(shown).toContain(
    '## Evidence\n\n/name [1] “Sucre is the capital.”\n/list/0 [1] “There is one.”\n\n## Sources',
  )
})

test('prints the evidence to a pipe, too', () => {
  const look = { columns: Infinity, color: false, links: false }
  const shown = renderObject(look, value, { sources, evidence })
  expect(JSON.parse(shown)).toEqual({ content: value, sources, evidence })
})

import { expect, test } from 'vitest'
import { sourcesOfOutput } from './source.ts'
import { toMarkdown } from './to-markdown.ts'

const output = {
  content: '',
  content_type: 'text' as const,
  sources: [
    { url: 'https://a.example/x', title: 'A page' },
    {
      url: 'javascript:alert(1)',
      title: 'B](javascript:alert(1)) <img src=x onerror=alert(1)>\n# C',
    },
  ],
}
const sources = sourcesOfOutput(output)

test('writes question, footnotes and sources', () => {
  const text = 'Sucre [[1]] and **La Paz [[1, 2]]**.\n'
  expect(toMarkdown({ question: 'Which *capital*?', text, sources: sources.slice(0, 1) })).toBe(
    [
      '# Which \\*capital\\*?\n',
      'Sucre [^1] and **La Paz [^1][[2]]**.\n',
      '[^1]: A page, <https://a.example/x>\n',
    ].join('\n'),
  )
})

test('writes only the text without question and sources', () => {
  expect(toMarkdown({ question: undefined, text: 'Text [[1]]', sources: [] })).toBe('Text [[1]]\n')
})

test('escapes a hostile title and does not link a bad address', () => {
  const note = toMarkdown({ question: undefined, text: 'x [[2]]', sources }).split('\n').at(-2)
  expect(note).toBe(
    '[^2]: B\\]\\(javascript\\:alert\\(1\\)\\) \\<img src\\=x onerror\\=alert\\(1\\)\\> \\# C, javascript\\:alert\\(1\\)',
  )
})

test('keeps markers in code and does not let a report define our footnotes', () => {
  const text = 'a `[[1]]` [[1]]\n\n```\n[[1]]\n```\n\n[^1]: https://evil.example\n\n~~~\n[[1]]'
  const file = toMarkdown({ question: undefined, text, sources: sources.slice(0, 1) })
  expect(file).toBe(
    'a `[[1]]` [^1]\n\n```\n[[1]]\n```\n\n\\[^1]: https://evil.example\n\n~~~\n[[1]]\n~~~\n\n[^1]: A page, <https://a.example/x>\n',
  )
})

test('keeps text that cannot be read as Markdown', () => {
  const text = Array.from({ length: 700 }, (_, index) => '`'.repeat(index + 1)).join(' [[1]] ')
  const file = toMarkdown({ question: undefined, text, sources: sources.slice(0, 1) })
  expect(file).toBe(`${text}\n\n[^1]: A page, <https://a.example/x>\n`)
})

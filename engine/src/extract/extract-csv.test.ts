import { describe, expect, it } from 'vitest'
import { extractOne } from './testing/extract-text.ts'

const text = async (content: string, fileName = 'a.csv') =>
  (await extractOne(content, fileName)).text

describe('CSV', () => {
  it('becomes a table with its header first', async () => {
    expect(await text('\ufeffname,sum\r\n"Doe, Jane","says ""hi"""\r\nRoe,5" pipe\r\n')).toBe(
      '| name | sum |\n| Doe, Jane | says "hi" |\n| Roe | 5" pipe |',
    )
  })

  it.each([
    ['semicolons', 'a;b\n1,5;2,5\n3,5;4,5'],
    ['tabs', 'a\tb\n1,5\t2,5\n3,5\t4,5'],
    ['bars', 'a|b\n1,5|2,5\n3,5|4,5'],
  ])('recognises %s as delimiters', async (_, content) => {
    expect(await text(content)).toBe('| a | b |\n| 1,5 | 2,5 |\n| 3,5 | 4,5 |')
  })

  it('keeps cells of several lines on one, and lines above the header as prose', async () => {
    expect(await text('Sales by year,,\n,,\nyear,sum,note\n2019,5,"a\nb"\n')).toBe(
      'Sales by year\n\n| year | sum | note |\n| 2019 | 5 | a b |',
    )
  })

  it('with a quotation mark that never closes is refused, with its line', async () => {
    await expect(text('a,b\n1,2\n"3,4\n')).rejects.toThrow(/never closed, on line 3/)
  })

  it('that is a page in truth is read as the page', async () => {
    expect(await text('<!doctype html><html><body><p>Error</p></body></html>')).toBe('Error')
  })
})

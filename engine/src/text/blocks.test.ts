import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocks, tableRow } from './blocks.ts'

describe('blocks', () => {
  it('tells headings, fields, tables and prose apart', () => {
    const text =
      '# Government\nCapital — name: La Paz\n\n| Year | 2014 |\n| --- | --- |\n| Sales | 5 |\nPlain words.\nMore of them.'
    expect(blocks(text).map(({ kind }) => kind)).toEqual(['heading', 'field', 'table', 'prose'])
  })

  it('knows where the value of a field stands', () => {
    const text = 'x\n\nCapital — name: La Paz  '
    const [field] = blocks(text).filter(block => block.kind === 'field')
    expect(field?.label).toBe('Capital — name')
    expect(text.slice(field?.value.start, field?.value.end)).toBe('La Paz')
  })

  it('takes no sentence with a colon in it for a field', () => {
    const text =
      'He said what everyone thought at that quiet moment in the long and cold night: nothing would ever change.'
    expect(blocks(text)[0]?.kind).toBe('prose')
  })

  it('reads back what was put into the cells of a row, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), values => {
        const text = tableRow(values)
        const [table] = blocks(text).filter(block => block.kind === 'table')
        const clean = values.map(value => value.replace(/\s+/g, ' ').trim())
        const isRule = clean.every(value => /^:?-+:?$/.test(value))
        expect(table?.rows[0]?.map(cell => cell.text)).toEqual(isRule ? undefined : clean)
      }),
    )
  })

  it('lines that end in a carriage return read like others', () => {
    expect(blocks('# Lake\r\nDepth: 12 m\r\n')).toMatchObject([
      { kind: 'heading', title: 'Lake' },
      { kind: 'field', label: 'Depth', value: { start: 15, end: 19 } },
    ])
  })

  it('a heading of nothing but white space, however long, is none', () => {
    expect(blocks(`# ${' '.repeat(200_000)}`)).toMatchObject([{ kind: 'prose' }])
  })
})

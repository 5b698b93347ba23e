import { expect, test } from 'vitest'
import { fitTable, renderTable, type TableColumn } from './render-table.ts'

const rows = [
  { tool: 'answer', cost: 5, note: 'a short note' },
  { tool: '東京', cost: 1200, note: 'a longer note that has more words' },
]
const columns: TableColumn<(typeof rows)[number]>[] = [
  { title: 'Tool', value: ({ tool }) => tool },
  { title: 'Cost', value: ({ cost }) => cost },
  { title: 'Note', value: ({ note }) => note },
]
const look = { columns: Infinity, color: false, links: false }

test('aligns columns by display width, and numbers to the right', () => {
  expect(renderTable(look, rows, { columns })).toMatchInlineSnapshot(`
    "Tool    Cost  Note
    ──────  ────  ─────────────────────────────────
    answer     5  a short note
    東京    1200  a longer note that has more words
    "
  `)
})

test('wraps the widest column to fit', () => {
  expect(renderTable({ ...look, columns: 34 }, rows, { columns })).toMatchInlineSnapshot(`
    "Tool    Cost  Note
    ──────  ────  ────────────────────
    answer     5  a short note

    東京    1200  a longer note that
                  has more words
    "
  `)
})

test('renders one block per row if the columns cannot fit', () => {
  expect(renderTable({ ...look, columns: 20 }, rows, { columns })).toMatchInlineSnapshot(`
    "Tool: answer
    Cost: 5
    Note: a short note

    Tool: 東京
    Cost: 1200
    Note: a longer
      note that has more
      words
    "
  `)
})

test('cleans cells to one line, and renders a table without rows', () => {
  const hostile = renderTable(look, ['a\nb\u001B[2J'], {
    columns: [{ title: 'T', value: text => text }],
  })
  expect(hostile).toBe('T\n───\na b\n')
  expect(renderTable({ ...look, color: true }, [], { columns })).toContain(
    '\u001B[1mTool\u001B[22m',
  )
})

test('picks the first layout that fits, with extra lines below each row', () => {
  const below = ({ note }: (typeof rows)[number]) => [note]
  const render = (width: number) => {
    const own = { ...look, columns: width }
    const table = fitTable(own, rows, [
      { columns },
      { columns: columns.slice(0, 2), below },
      { columns: columns.slice(0, 1), below },
    ])
    return renderTable(own, rows, table)
  }
  expect(render(47)).toContain('1200  a longer note that has more words\n')
  expect(render(46)).toMatchInlineSnapshot(`
    "Tool    Cost
    ──────  ────
    answer     5
      a short note
    東京    1200
      a longer note that has more words
    "
  `)
  expect(render(8)).toMatch(/^Tool\n─+\nanswer\n {2}a\n/)
})

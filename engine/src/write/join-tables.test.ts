import { expect, it } from 'vitest'
import type { ComparisonTable } from '../evidence/statement.ts'
import { joinTables } from './join-tables.ts'

function tableOf(columns: readonly string[], rows: Readonly<Record<string, readonly string[]>>) {
  const cellOf = (text: string) => (text ? { text, evidence: [], isVerbatim: false } : undefined)
  return {
    columns: ['', ...columns],
    rows: Object.entries(rows).map(([label, cells]) => ({ label, cells: cells.map(cellOf) })),
  }
}

function shown(tables: readonly ComparisonTable[]) {
  return tables.map(({ columns, rows }) => [
    columns.join('|'),
    ...rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text ?? '—')].join('|')),
  ])
}

it('joins the tables of the same subjects in any order, with each row once', () => {
  const tables = [
    tableOf(['Chile', 'Peru'], { Area: ['1', '2'], People: ['3', '4'] }),
    tableOf(['Peru', 'Chile'], { People: ['4', '3'], Rivers: ['6', '5'] }),
    tableOf(['Peru'], { Lakes: ['7'] }),
  ]
  expect(shown(joinTables(tables))).toEqual([
    ['|Chile|Peru', 'Area|1|2', 'People|3|4', 'Rivers|5|6', 'Lakes|—|7'],
  ])
})

it('joins years, names the owner only of rows of several, and drops what the years have', () => {
  const tables = [
    tableOf(['Orrin'], { Revenue: ['$5 (to 31 May 2024)'], Cash: ['$9 (as of 1 June 2024)'] }),
    tableOf(['2023', '2024'], { 'Orrin: revenue': ['$4', '$5'] }),
    tableOf(['2022', '2023'], { 'Orrin: revenue': ['$3', '$4'] }),
    tableOf(['Orrin'], { Debt: ['$8'] }),
  ]
  expect(shown(joinTables(tables))).toEqual([
    ['|Orrin', 'Cash|$9 (as of 1 June 2024)', 'Debt|$8'],
    ['|2022|2023|2024', 'Revenue|$3|$4|$5'],
  ])
})

it('shows no single value as a table', () => {
  expect(joinTables([tableOf(['Chile'], { Area: ['1'] })])).toEqual([])
})

it('says the end of fiscal years once', () => {
  const late = ' (fiscal years to late June)'
  const both = tableOf(['2024', '2025'], {
    [`Larkspur: revenue${late}`]: ['1', '2'],
    [`Larkspur: net income${late}`]: ['3', '4'],
  })
  expect(joinTables([both])[0]).toMatchObject({
    columns: ['Fiscal years to late June', '2024', '2025'],
    rows: [{ label: 'Revenue' }, { label: 'Net income' }],
  })
  const mixed = tableOf(['2024', '2025'], {
    [`Larkspur: revenue${late}`]: ['1', '2'],
    'Acme: revenue': ['5', '6'],
    [`Larkspur: net income${late}`]: ['3', '4'],
  })
  expect(joinTables([mixed])[0]?.rows.map(({ label }) => label)).toEqual([
    `Larkspur: revenue${late}`,
    'Acme: revenue',
    'Larkspur: net income',
  ])
})

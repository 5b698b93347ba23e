import type { SpendingResponse } from '@footnote/contract/site/responses'
import { expect, test } from 'vitest'
import { dailySpending, describeDay } from './daily-spending.ts'
import { foldRest, rankKeys, rankTools } from './ranked-spending.ts'
import { spendingSeries } from './spending-series.ts'

const response: SpendingResponse = {
  days: ['2026-07-01', '2026-07-02', '2026-07-03'],
  spending: [
    spent('2026-07-01', 'answer', 'CI', 200_000),
    spent('2026-07-01', 'answer', 'laptop', 400_000),
    spent('2026-07-03', 'research', 'CI', 3_000_000),
    { ...spent('2026-07-03', 'finance_research', 'website', 0), refunded_calls: 1 },
  ],
}

test('sums each requested day, including days without calls', () => {
  const days = dailySpending(response)
  expect(days.map(({ day, units, calls }) => [day, units, calls])).toEqual([
    ['2026-07-01', 600_000n, 2],
    ['2026-07-02', 0n, 0],
    ['2026-07-03', 3_000_000n, 2],
  ])
  expect(days[2]).toMatchObject({
    parts: [0n, 3_000_000n, 0n],
    refundedCalls: 1,
  })
})

test('adds amounts beyond the precision of a float exactly', () => {
  const most = Number.MAX_SAFE_INTEGER
  const spending = ['a', 'b', 'c'].map(key => spent('2026-07-01', 'answer', key, most))
  expect(dailySpending({ days: ['2026-07-01'], spending })[0]?.units).toBe(27021597764222973n)
  expect(rankTools(spending)[0]?.units).toBe(27021597764222973n)
})

test('ranks all tools, including those without calls', () => {
  expect(rankTools(response.spending).map(({ id, units, calls }) => [id, units, calls])).toEqual([
    ['research', 3_000_000n, 1],
    ['answer', 600_000n, 2],
    ['finance_research', 0n, 1],
  ])
  expect(rankTools([])).toHaveLength(3)
})

test('ranks keys by spending, whatever their names', () => {
  const spending = [...response.spending, spent('2026-07-02', 'answer', 'answer', 1)]
  expect(rankKeys(spending).map(({ name, units }) => [name, units])).toEqual([
    ['CI', 3_200_000n],
    ['laptop', 400_000n],
    ['answer', 1n],
    ['website', 0n],
  ])
  const ids = [...rankTools(spending), ...rankKeys(spending)].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('folds excess keys into one last entry without losing an amount', () => {
  const ranked = rankKeys(response.spending)
  expect(foldRest(ranked, 3)).toBe(ranked)
  expect(foldRest(ranked, 2)).toEqual([
    ranked[0],
    { id: 'rest', name: '2 other keys', units: 400_000n, calls: 2, refundedCalls: 1 },
  ])
})

test('stacks by key, the smallest ones together, without losing an amount', () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  const spending = keys.map((key, index) => spent('2026-07-01', 'answer', key, 50 - index))
  const series = spendingSeries(spending, 'key')
  expect(series.map(({ name }) => name)).toEqual(['a', 'b', 'c', '2 other keys'])
  const [day] = dailySpending({ days: ['2026-07-01'], spending }, series)
  expect(day?.parts).toEqual([50n, 49n, 48n, 47n + 46n])
})

test('stacks by state, refunds above what was spent', () => {
  const row = { ...spent('2026-07-01', 'answer', 'CI', 50), pending_units: 20, refunded_units: 7 }
  const series = spendingSeries([row], 'state')
  const [day] = dailySpending({ days: ['2026-07-01'], spending: [row] }, series)
  expect(series.map(({ name }) => name)).toEqual(['Paid', 'Pending', 'Refunded'])
  expect(day).toMatchObject({ parts: [30n, 20n, 7n], units: 50n })
})

test('describes a bar with its exact amounts', () => {
  const [first, second, third] = dailySpending(response).map(day =>
    describeDay(day, spendingSeries([], 'tool')),
  )
  expect(first).toMatch(/: \$0\.06 for 2 calls\. Answer \$0\.06\.$/)
  expect(second).toMatch(/: no calls\.$/)
  expect(third).toMatch(/: \$0\.30 for 2 calls, 1 of them refunded\. Research \$0\.30\.$/)
})

function spent(
  day: string,
  tool: SpendingResponse['spending'][number]['tool'],
  key_name: string,
  units: number,
) {
  return {
    day,
    tool,
    key_name,
    units,
    pending_units: 0,
    refunded_units: 0,
    calls: 1,
    refunded_calls: 0,
  }
}

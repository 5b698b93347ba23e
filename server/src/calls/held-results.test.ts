import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'
import { createHeldResults, type HeldResults } from './held-results.ts'

let confirmed: string[]
let reversed: object[]
beforeEach(() => {
  confirmed = []
  reversed = []
})

function open({ holdMs = 60_000, mostBytes = 1_000_000 } = {}): HeldResults {
  return createHeldResults(
    {
      deliveries: { confirm: ({ chargeId }) => void confirmed.push(chargeId) },
      reversals: { begin: async reversal => void reversed.push(reversal) },
    },
    { holdMs, mostBytes },
  )
}

/** Holds a result that nobody waits for. */
function put(results: HeldResults, { isAwaited = false, accountId = 'one' } = {}): string {
  const chargeId = randomUUIDv7()
  results.put({ chargeId, accountId }, goodAnswer, { isAwaited })
  return chargeId
}

/** Memory for two results. */
const TWO = 1_600

it('returns a result until it is acknowledged, and confirms its delivery once', () => {
  const results = open()
  const id = put(results, { isAwaited: true })
  expect(results.find(id)).toEqual(goodAnswer)
  results.sent(id, true)
  results.sending(id)
  results.sent(id, true)
  expect(results.find(id)).toEqual(goodAnswer)
  results.acknowledge(id)
  expect(results.find(id)).toBeUndefined()
  expect(confirmed).toEqual([id])
})

it('does not confirm a delivery that broke off', () => {
  const results = open()
  const id = put(results, { isAwaited: true })
  results.sent(id, false)
  expect(confirmed).toEqual([])
  expect(results.end()).toEqual([{ chargeId: id, accountId: 'one' }])
})

it('forgets a result when its time is over, and counts it as paid', () => {
  const results = open({ holdMs: 0 })
  const id = put(results)
  results.expire()
  expect(results.find(id)).toBeUndefined()
  expect(confirmed).toEqual([id])
})

describe('when the memory is used up', () => {
  it('drops the oldest delivered result first, without a refund', () => {
    const results = open({ mostBytes: TWO })
    const waiting = put(results)
    const delivered = put(results, { isAwaited: true })
    results.sent(delivered, true)
    put(results)
    expect(results.find(delivered)).toBeUndefined()
    expect(results.find(waiting)).toEqual(goodAnswer)
    expect(reversed).toEqual([])
  })

  it('drops the oldest undelivered result next, refunds it and never returns it again', () => {
    const results = open({ mostBytes: TWO })
    const [oldest, ...others] = [put(results), put(results), put(results)]
    expect(reversed).toEqual([{ chargeId: oldest, accountId: 'one', cause: 'result_dropped' }])
    expect(results.find(oldest ?? '')).toBe('withheld')
    expect(others.map(id => results.find(id))).toEqual([goodAnswer, goodAnswer])
    results.acknowledge(oldest ?? '')
    results.sent(oldest ?? '', true)
    expect(confirmed).toEqual([])
    expect(results.end()).toEqual(others.map(chargeId => ({ chargeId, accountId: 'one' })))
  })

  it('drops results of the account that has most of them, whichever is oldest', () => {
    const results = open({ mostBytes: 2 * TWO })
    const other = put(results, { accountId: 'other' })
    const flood = Array.from({ length: 20 }, () => put(results))
    expect(results.find(other)).toEqual(goodAnswer)
    expect(reversed).toHaveLength(17)
    expect(flood.slice(-3).map(id => results.find(id))).toEqual(Array(3).fill(goodAnswer))
  })

  it('never drops a result that is being sent', () => {
    const results = open({ mostBytes: 1 })
    const id = put(results, { isAwaited: true })
    expect(results.find(id)).toEqual(goodAnswer)
    const again = put(results)
    expect(results.find(again)).toBe('withheld')
    results.sent(id, true)
    put(results)
    expect(results.find(id)).toBeUndefined()
    expect(reversed).toHaveLength(2)
  })
})

it('says of a charge that is being reversed that it has no result yet', () => {
  const results = open({ holdMs: 0 })
  const id = randomUUIDv7()
  results.withhold({ chargeId: id, accountId: 'one' })
  expect(results.find(id)).toBe('withheld')
  expect(results.end()).toEqual([])
  expect(confirmed).toEqual([])
})

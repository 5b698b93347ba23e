import { errors } from '@footnote/contract/errors'
import type { ErrorResponse } from '@footnote/contract/responses'
import { expect, test } from 'vitest'
import { SiteError } from '../../../api/site-error.ts'
import { failureStory } from './failure-story.ts'
import { lostStory } from './lost-panel.tsx'
import { stagesAhead } from './stages.tsx'

const ID = '0198c0de-0000-7000-8000-000000000001'
const NOTHING = { openCall: undefined, charge: undefined, isKnown: true, canResume: false }

test('states the charge for every failure', () => {
  const told = (failure: Partial<ErrorResponse>) =>
    failureStory({ code: 'SERVICE_UNAVAILABLE', message: '', request_id: ID, ...failure })
  expect(
    told({
      code: 'QUERY_FAILED_REFUNDED',
      billing: {
        request_id: ID,
        cost_usd: 0,
        cost_units: 0,
        refunded_usd: 0.15,
        refunded_units: 1_500_000,
        balance_usd: 9.98,
      },
    }).money,
  ).toBe('$0.15 was charged and refunded. Your balance is $9.98.')
  expect(
    told({
      code: 'INSUFFICIENT_BALANCE',
      message: errors.INSUFFICIENT_BALANCE.message,
      required_usd: 0.15,
      balance_usd: 0.04,
    }),
  ).toMatchObject({
    money: 'Nothing was charged. The call costs $0.15, and your balance is $0.04.',
    way: 'recharge',
  })
  const frozen = 'The account is frozen, so nothing can be spent from its wallet; contact support.'
  expect(
    told({ code: 'INSUFFICIENT_BALANCE', message: frozen, required_usd: 0.15, balance_usd: 0.04 }),
  ).toMatchObject({ money: 'Nothing was charged.', advice: frozen, way: 'change' })
  expect(told({ code: 'BILLING_UNAVAILABLE' }).way).toBe('usage')
  expect(told({}).money).toBe('Nothing was charged.')
  expect(told({ code: 'RATE_LIMITED' })).toMatchObject({
    money: 'Nothing was charged.',
    way: 'again',
  })
  expect(failureStory(new SiteError('UNREACHABLE', '')).money).toContain('may have started')
  expect(failureStory(new SiteError('TOO_MANY_CALLS', '')).money).toBe('Nothing was charged.')
})

test('explains a lost call exactly by its charge', () => {
  const charge = {
    request_id: ID,
    tool: 'answer' as const,
    effort: null,
    cost_usd: 0.02,
    cost_units: 200_000,
    key_name: 'website',
    created_at: '2026-07-03T12:00:00.000Z',
  }
  const told = (state: 'held' | 'captured' | 'refunded') =>
    lostStory({ ...NOTHING, charge: { ...charge, state } })
  expect(told('captured')).toContain('succeeded and cost $0.02')
  expect(told('captured')).toContain('is no longer available')
  const kept = { ...NOTHING, charge: { ...charge, state: 'captured' as const }, canResume: true }
  expect(lostStory(kept)).toContain('reconnect to see it')
  expect(told('refunded')).toContain('$0.02 was charged and refunded')
  expect(told('held')).toContain('still running')
  expect(lostStory(NOTHING)).toContain('Nothing')
  expect(lostStory({ ...NOTHING, isKnown: false })).toContain('Checking')
  const openCall = { ...charge, charge_state: 'held' as const, task: null }
  expect(lostStory({ ...NOTHING, openCall })).toContain('still running')
  const task = { status: 'queued' as const, expires_at: charge.created_at }
  expect(lostStory({ ...NOTHING, openCall: { ...openCall, task } })).toContain(
    'as a background task',
  )
})

test('shows the usual stages ahead until the service reports others', () => {
  const ahead = (...stages: string[]) => stagesAhead(stages.map(stage => ({ stage })))
  expect(ahead()).toHaveLength(5)
  expect(ahead('planning', 'searching')).toEqual(['reading', 'writing', 'verifying'])
  expect(ahead('planning', 'digging')).toEqual([])
  expect(ahead('verifying')).toEqual([])
})

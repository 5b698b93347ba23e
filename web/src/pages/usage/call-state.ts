import type { UsageResponse } from '@footnote/contract/responses'

export type Call = UsageResponse['calls'][number]
export type CallState = Call['state']

/** Label, meaning and colour of each charge state. */
export const CALL_STATE_WORDS = {
  captured: { name: 'Paid', meaning: 'the result was delivered', tone: 'good' },
  held: { name: 'Pending', meaning: 'running, or result not fetched yet', tone: 'warn' },
  refunded: { name: 'Refunded', meaning: 'the call failed', tone: 'neutral' },
} as const satisfies Record<CallState, { name: string; meaning: string; tone: string }>

export const CALL_STATES = Object.keys(CALL_STATE_WORDS) as readonly CallState[]

import type { UsageResponse } from '@footnote/contract/responses'

export type Call = UsageResponse['calls'][number]
export type CallState = Call['state']

/** How a call's money stands: the API's words, what they mean, and how they look. */
export const CALL_STATE_WORDS = {
  captured: { name: 'Captured', meaning: 'delivered and paid', tone: 'good' },
  held: { name: 'Held', meaning: 'running, or its result is not fetched yet', tone: 'warn' },
  refunded: { name: 'Refunded', meaning: 'failed and cost nothing', tone: 'neutral' },
} as const satisfies Record<CallState, { name: string; meaning: string; tone: string }>

export const CALL_STATES = Object.keys(CALL_STATE_WORDS) as readonly CallState[]

/** Display names for how a charged call ended: a result, none that its sources support, or a failure. */
export const callOutcomes = {
  answered: 'Answered',
  no_answer: 'No answer found',
  failed: 'Failed',
} as const

export type CallOutcome = keyof typeof callOutcomes
export type CallCounts = Readonly<Record<CallOutcome, number>>

export const CALL_OUTCOMES = Object.keys(callOutcomes) as readonly CallOutcome[]

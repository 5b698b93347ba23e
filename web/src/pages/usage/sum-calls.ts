import type { Call, CallState } from './call-state.ts'

interface Sum {
  readonly calls: number
  readonly units: bigint
}

/** Number of calls in each state, and the sum of their prices. */
export function sumCalls(calls: readonly Call[]): Readonly<Record<CallState, Sum>> {
  const sumOf = (state: CallState): Sum => {
    const own = calls.filter(call => call.state === state)
    return {
      calls: own.length,
      units: own.reduce((sum, call) => sum + BigInt(call.cost_units), 0n),
    }
  }
  return { captured: sumOf('captured'), held: sumOf('held'), refunded: sumOf('refunded') }
}

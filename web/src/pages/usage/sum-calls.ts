import type { Call, CallState } from './call-state.ts'

interface Sum {
  readonly calls: number
  readonly units: bigint
}

/** How many calls are in each state, and what their prices come to. */
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

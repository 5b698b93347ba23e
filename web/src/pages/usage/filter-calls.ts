import type { Call } from './call-state.ts'
import type { UsageSearch } from './usage-search.ts'

export interface CallFilter extends Pick<UsageSearch, 'tool' | 'effort' | 'state'> {
  readonly keyName?: string
}

/** The calls that match every chosen filter. */
export function filterCalls(
  calls: readonly Call[],
  { tool, effort, state, keyName }: CallFilter,
): readonly Call[] {
  return calls.filter(
    call =>
      (tool === undefined || call.tool === tool) &&
      (effort === undefined || call.effort === effort) &&
      (state === undefined || call.state === state) &&
      (keyName === undefined || call.key_name === keyName),
  )
}

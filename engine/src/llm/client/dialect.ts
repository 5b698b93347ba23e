import type { Refusal } from './read-refusal.ts'

/** What an endpoint is known to take; it begins with what most do, and is learned from refusals. */
export interface Dialect {
  readonly tokensField: 'max_tokens' | 'max_completion_tokens'
  readonly mostReplyTokens: number
  readonly hasTemperature: boolean
  readonly hasStream: boolean
  readonly hasStreamOptions: boolean
  readonly hasSystemRole: boolean
  readonly format: 'json_schema' | 'json_object' | 'none'
}

export const commonDialect: Dialect = {
  tokensField: 'max_tokens',
  mostReplyTokens: Number.POSITIVE_INFINITY,
  hasTemperature: true,
  hasStream: true,
  hasStreamOptions: true,
  hasSystemRole: true,
  format: 'json_schema',
}

interface Change {
  readonly change: Partial<Dialect>
  /** False when the refusal is about this one call. */
  readonly isLasting: boolean
}

/** How to ask again, after a refusal of how it was asked; undefined when that was not the reason. */
export function adaptDialect(
  sent: Dialect,
  { said, param }: Refusal,
  { hasShape }: { readonly hasShape: boolean },
): Change | undefined {
  const lasting = (change: Partial<Dialect>) => ({ change, isLasting: true })
  const most = /at most (\d+) (?:completion|output) tokens/.exec(said)?.[1]
  if (most !== undefined && Number(most) < sent.mostReplyTokens && Number(most) > 0) {
    return lasting({ mostReplyTokens: Number(most) })
  }
  if (sent.tokensField === 'max_tokens' && said.includes('max_completion_tokens')) {
    return lasting({ tokensField: 'max_completion_tokens' })
  }
  if (sent.hasTemperature && said.includes('temperature')) return lasting({ hasTemperature: false })
  if (sent.hasStreamOptions && said.includes('stream_options')) {
    return lasting({ hasStreamOptions: false })
  }
  if (sent.hasStream && (param === 'stream' || /\bto stream\b|streaming/.test(said))) {
    return lasting({ hasStream: false, hasStreamOptions: false })
  }
  if (sent.hasSystemRole && /system (?:role|message|prompt)|developer instruction/.test(said)) {
    return lasting({ hasSystemRole: false })
  }
  return hasShape ? adaptFormat(sent, said) : undefined
}

function adaptFormat(sent: Dialect, said: string): Change | undefined {
  if (sent.format === 'none') return undefined
  const change: Partial<Dialect> = {
    format: sent.format === 'json_schema' ? 'json_object' : 'none',
  }
  // That a schema or its grammar is beyond an endpoint says nothing about the next schema.
  const isAboutSchema = /invalid (?:json )?schema|grammar|schema contains|in context=/.test(said)
  const isNamed = /response_format|json_schema|json_object|structured output/.test(said)
  return { change, isLasting: isNamed && !isAboutSchema }
}

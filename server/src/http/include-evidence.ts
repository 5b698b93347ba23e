import type { Output } from '@footnote/contract/responses'
import type { FastifyRequest } from 'fastify'

/** Whether the caller asked for evidence. Other names in the header are ignored. */
export function includesEvidence({ raw: { headers } }: Pick<FastifyRequest, 'raw'>): boolean {
  const names = String(headers['footnote-include'] ?? '').split(',')
  return names.some(name => name.trim().toLowerCase() === 'evidence')
}

export function withoutEvidence({ evidence: _, ...output }: Output): Output {
  return output
}

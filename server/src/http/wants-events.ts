import type { FastifyRequest } from 'fastify'

const EVENTS = 'text/event-stream'

/** Returns true if the caller prefers events to JSON. Without a preference it gets JSON. */
export function wantsEvents({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const accept = String(raw.headers.accept ?? '').toLowerCase()
  if (!accept.includes(EVENTS)) return false
  return weightOf(accept, EVENTS) > weightOf(accept, 'application/json')
}

/** The weight that an Accept header gives a type (RFC 9110, section 12.5.1); 0 if it does not name it. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name, ...options] = range.split(';').map(part => part.trim())
    if (name !== type) continue
    const weight = options.find(option => option.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  }
  return 0
}

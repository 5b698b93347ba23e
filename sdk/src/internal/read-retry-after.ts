import type { HttpReply } from './transport.ts'

/** The pause that a reply asks for, which HTTP allows to be written as seconds or as a date. */
export function readRetryAfter(reply: Pick<HttpReply, 'header'>): number | undefined {
  const value = reply.header('retry-after')
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const untilMs = Date.parse(value) - Date.now()
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil(untilMs / 1_000))
}

import { SiteError } from '../../../api/site-error.ts'

const UNCERTAIN = new Set<SiteError['code']>([
  'UNREACHABLE',
  'SERVICE_UNAVAILABLE',
  'BILLING_UNAVAILABLE',
])
/** Codes the server sends only after looking the action up by its id. */
const JUDGED = new Set<SiteError['code']>(['TOO_MUCH', 'STATE_UNCHANGED'])

/**
 * Returns whether an action may have happened despite this error. After a lost reply that stays
 * unknown until the server has looked the action up, whatever error a later attempt gets.
 */
export function leavesOpen(error: Error, { wasOpen }: { wasOpen: boolean }): boolean {
  if (!(error instanceof SiteError) || UNCERTAIN.has(error.code)) return true
  return wasOpen && !JUDGED.has(error.code)
}

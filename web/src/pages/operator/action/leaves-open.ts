import { SiteError } from '../../../api/site-error.ts'

const UNCERTAIN = new Set<SiteError['code']>([
  'UNREACHABLE',
  'SERVICE_UNAVAILABLE',
  'BILLING_UNAVAILABLE',
])
/** Said only after the books were looked at, in which an action that happened is found by its id. */
const JUDGED = new Set<SiteError['code']>(['TOO_MUCH', 'STATE_UNCHANGED'])

/**
 * Whether an action may have happened although this came back for it. Once a reply was lost that stays
 * open until the books have been looked at, whatever else refuses a later try.
 */
export function leavesOpen(error: Error, { wasOpen }: { wasOpen: boolean }): boolean {
  if (!(error instanceof SiteError) || UNCERTAIN.has(error.code)) return true
  return wasOpen && !JUDGED.has(error.code)
}

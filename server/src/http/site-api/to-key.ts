import { siteLimits } from '@footnote/contract/site/limits'
import type { KeysResponse } from '@footnote/contract/site/responses'
import type { KeySummary } from '../../keys/list-keys.ts'

/** How many a page lists: all active ones, and of the revoked ones the latest. */
export const MOST_LISTED = 2 * siteLimits.activeKeys

/** A key as the pages get it. */
export function toKey({
  id,
  name,
  created_at,
  last_used_at,
  revoked_at,
}: KeySummary): KeysResponse['keys'][number] {
  return {
    key_id: id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  }
}

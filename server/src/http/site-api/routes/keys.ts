import { siteLimits } from '@footnote/contract/site/limits'
import type { KeysResponse } from '@footnote/contract/site/responses'
import { ApiError } from '../../../api-error.ts'
import { createOwnKey } from '../../../keys/create-own-key.ts'
import { type KeySummary, listKeys, revokeKeyById } from '../../../keys/keys.ts'
import { invalid } from '../../validate-body.ts'
import type { SiteRoutes } from '../site-route.ts'

export const keyRoutes: Pick<SiteRoutes, 'keys' | 'create_key' | 'revoke_key'> = {
  keys: async ({ database }, { member: { accountId } }) => {
    const keys = await listKeys(database, accountId, { most: MOST_LISTED })
    return { keys: keys.map(toKey) }
  },

  create_key: async ({ database }, { member: { accountId }, body: { name } }) => {
    const mostActive = siteLimits.activeKeys
    const result = await createOwnKey(database, { accountId, name, mostActive })
    switch (result.outcome) {
      case 'created':
        return { key_id: result.id, name, key: result.key }
      case 'name_taken':
        throw new ApiError('NAME_TAKEN')
      case 'too_many':
        throw invalid('INVALID_REQUEST', [
          { path: '/name', message: `would exceed ${mostActive} active keys; revoke one first` },
        ])
      case 'account_closed':
        throw new ApiError('SIGNED_OUT')
    }
  },

  revoke_key: async ({ database }, { member: { accountId }, params }) => {
    const keyId = params['key_id'] ?? ''
    if (!(await revokeKeyById(database, { accountId, keyId }))) {
      throw new ApiError('NOT_FOUND', {
        message: 'Your account has no such key. Reload the page to see your keys.',
      })
    }
    return { status: 'done' }
  },
}

/** Most keys that a page lists: all active ones and the latest revoked ones. */
export const MOST_LISTED = 2 * siteLimits.activeKeys

/** Converts a key for the website. */
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

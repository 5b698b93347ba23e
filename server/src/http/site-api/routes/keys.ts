import { siteLimits } from '@footnote/contract/site/limits'
import type { KeyLimitsRequest } from '@footnote/contract/site/requests'
import type { KeysResponse } from '@footnote/contract/site/responses'
import { toWireUnits, UNITS_PER_USD } from '@footnote/contract/units'
import { ApiError } from '../../../api-error.ts'
import { createOwnKey } from '../../../keys/create-own-key.ts'
import { endOfDay, type KeyLimits, setKeyLimits } from '../../../keys/key-limits.ts'
import { findKeyName, type KeySummary, listKeys, revokeKeyById } from '../../../keys/keys.ts'
import { inHistory } from '../../../team/record-action.ts'
import { invalid } from '../../validate-body.ts'
import type { SiteRoutes } from '../site-route.ts'

export const keyRoutes: Pick<SiteRoutes, 'keys' | 'create_key' | 'set_key_limits' | 'revoke_key'> =
  {
    keys: async ({ database }, { member: { accountId } }) => {
      const keys = await listKeys(database, accountId, { most: MOST_LISTED })
      return { keys: keys.map(toKey) }
    },

    create_key: async ({ database }, { member, body: { name, limits } }) => {
      const { accountId, userId } = member
      const mostActive = siteLimits.activeKeys
      const wish = { accountId, userId, name, mostActive }
      const result = await inHistory(database, member, async (client, record) => {
        const created = await createOwnKey(client, {
          ...wish,
          ...(limits && { limits: readLimits(limits) }),
        })
        if (created.outcome === 'created') await record('key_created', name)
        return created
      })
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

    set_key_limits: async ({ database }, { member, params, body }) => {
      const keyId = params['key_id'] ?? ''
      const limits = readLimits(body)
      await inHistory(database, member, async (client, record) => {
        const { accountId } = member
        if (!(await setKeyLimits(client, { accountId, keyId, limits }))) throw noSuchKey()
        await record('key_limits_changed', await findKeyName(client, keyId))
      })
      return { status: 'done' }
    },

    revoke_key: async ({ database }, { member, params }) => {
      const keyId = params['key_id'] ?? ''
      await inHistory(database, member, async (client, record) => {
        const { accountId } = member
        if (!(await revokeKeyById(client, { accountId, keyId }))) throw noSuchKey()
        await record('key_revoked', await findKeyName(client, keyId))
      })
      return { status: 'done' }
    },
  }

function noSuchKey(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'Your account has no such key. Reload the page to see your keys.',
  })
}

const UNITS_PER_CENT = UNITS_PER_USD / 100n

function readLimits(body: KeyLimitsRequest): KeyLimits {
  const unitsOf = (cents: number | null) => (cents === null ? null : BigInt(cents) * UNITS_PER_CENT)
  return {
    dayCapUnits: unitsOf(body.day_cap_cents),
    monthCapUnits: unitsOf(body.month_cap_cents),
    tools: body.tools,
    callsPerMinute: body.calls_per_minute,
    expiresAt: body.expires_on === null ? null : endOfDay(body.expires_on),
  }
}

/** Most keys that a page lists: all active ones and the latest revoked ones. */
export const MOST_LISTED = 2 * siteLimits.activeKeys

/** Converts a key for the website. */
export function toKey({
  id,
  name,
  kind,
  fingerprint,
  limits,
  spent,
  created_at,
  last_used_at,
  revoked_at,
}: KeySummary): KeysResponse['keys'][number] {
  return {
    key_id: id,
    name,
    kind,
    fingerprint,
    limits: {
      day_cap_units: wireUnits(limits.dayCapUnits),
      month_cap_units: wireUnits(limits.monthCapUnits),
      tools: limits.tools && [...limits.tools],
      calls_per_minute: limits.callsPerMinute,
      expires_at: limits.expiresAt?.toISOString() ?? null,
    },
    spent: spent && {
      day_units: toWireUnits(spent.dayUnits),
      month_units: toWireUnits(spent.monthUnits),
    },
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  }
}

function wireUnits(units: bigint | null): number | null {
  return units === null ? null : toWireUnits(units)
}

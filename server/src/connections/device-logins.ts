import { randomInt, randomUUIDv7 } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Database } from '@footnote/platform/database/connect'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { hashKey, makeKey } from '../keys/key-format.ts'
import { NO_LIMITS } from '../keys/key-limits.ts'
import { insertKey } from '../keys/keys.ts'
import { recordAction } from '../team/record-action.ts'
import { freeName } from './grants.ts'

/** No vowels and no digits, so that codes are easy to type and spell no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LETTERS = 8
const LIFETIME_SECONDS = 15 * 60
export const POLL_SECONDS = 2
/** A reply that was quick on its way must not make the next poll too early. */
const SLACK_SECONDS = 1

/** A device's request to log in, which a member decides by its user code. */
interface DeviceLogin {
  readonly deviceName: string
  readonly network: string
  readonly isOwnNetwork: boolean
  readonly createdAt: Date
}

/** A code as a member typed it. */
interface TypedCode {
  readonly userId: string
  readonly typedCode: string
}

/**
 * Starts a login. The device code becomes the key's text once a member approves: the key exists from then on, a
 * lost reply can be fetched again, and no text of a key is stored.
 */
export async function startDeviceLogin(
  database: Database,
  { deviceName, address }: { deviceName: string; address: string },
): Promise<{ deviceCode: string; userCode: string; lifetimeSeconds: number }> {
  const network = networkOf(address)
  await takeAttempt(database, 'deviceFromAddress', network)
  await takeAttempt(database, 'deviceFromAnywhere')
  const deviceCode = makeKey()
  const userCode = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)])
  await database.query(
    `insert into device_login (id, hash, user_code, device_name, network, expires_at)
     values ($1, decode($2, 'hex'), $3, $4, $5, clock_timestamp() + $6 * interval '1 second')`,
    [
      ...[randomUUIDv7(), hashKey(deviceCode), userCode.join('')],
      ...[deviceName, network, LIFETIME_SECONDS],
    ],
  )
  const half = CODE_LETTERS / 2
  const shown = `${userCode.slice(0, half).join('')}-${userCode.slice(half).join('')}`
  return { deviceCode, userCode: shown, lifetimeSeconds: LIFETIME_SECONDS }
}

type Poll =
  | { readonly state: 'approved'; readonly keyName: string }
  | { readonly state: 'pending' | 'denied' | 'expired' | 'unknown' | 'too_early' }

/** Returns what has become of a login. Asking again gives the same reply until the codes expire. */
export async function pollDeviceLogin(database: Database, deviceCode: string): Promise<Poll> {
  const { rows } = await database.query<{
    is_expired: boolean
    is_denied: boolean
    is_early: boolean
    key_name: string | null
  }>(
    `with found as (
       select login.*, api_key.name as key_name from device_login as login
       left join api_key on api_key.id = login.key_id and api_key.revoked_at is null
       where login.hash = decode($1, 'hex')
     ), polled as (
       update device_login set next_poll_at = clock_timestamp() + $2 * interval '1 second'
       from found where device_login.id = found.id and found.next_poll_at <= clock_timestamp()
     )
     select expires_at <= clock_timestamp() as is_expired,
       denied_at is not null or (key_id is not null and key_name is null) as is_denied,
       next_poll_at > clock_timestamp() as is_early, key_name
     from found`,
    [hashKey(deviceCode), POLL_SECONDS - SLACK_SECONDS],
  )
  const [login] = rows
  if (!login) return { state: 'unknown' }
  if (login.is_expired) return { state: 'expired' }
  if (login.is_early) return { state: 'too_early' }
  if (login.is_denied) return { state: 'denied' }
  return login.key_name === null
    ? { state: 'pending' }
    : { state: 'approved', keyName: login.key_name }
}

/** Returns the undecided login with this code, as a member typed it. */
export async function findDeviceLogin(
  database: Database,
  { userId, typedCode, address }: TypedCode & { address: string },
): Promise<DeviceLogin | undefined> {
  await countCode(database, userId)
  const { rows } = await database.query<{ device_name: string; network: string; created_at: Date }>(
    `select device_name, network, created_at from device_login ${UNDECIDED}`,
    [toUserCode(typedCode)],
  )
  const [login] = rows
  return (
    login && {
      deviceName: login.device_name,
      network: login.network,
      isOwnNetwork: login.network === networkOf(address),
      createdAt: login.created_at,
    }
  )
}

type Approval = 'approved' | 'not_found' | 'too_many' | 'account_closed'

/** Approves a login: creates its key with a monthly cap, in the same transaction. */
export async function approveDeviceLogin(
  database: Database,
  {
    userId,
    typedCode,
    accountId,
    monthCapUnits,
  }: TypedCode & { accountId: string; monthCapUnits: bigint },
): Promise<Approval> {
  await countCode(database, userId)
  return inTransaction(database, async client => {
    const { rows: logins } = await client.query<{ id: string; hash: string; device_name: string }>(
      `select id, encode(hash, 'hex') as hash, device_name from device_login ${UNDECIDED} for update`,
      [toUserCode(typedCode)],
    )
    const [login] = logins
    if (!login) return 'not_found'
    // As for keys: a closure either finds the key to revoke or is found here.
    const account = await client.query<{ state: string }>(
      'select state from account where id = $1 for no key update',
      [accountId],
    )
    if (account.rows[0]?.state === undefined || account.rows[0].state === 'closed') {
      return 'account_closed'
    }
    const { rows: active } = await client.query<{ name: string }>(
      'select name from api_key where account_id = $1 and revoked_at is null',
      [accountId],
    )
    if (active.length >= siteLimits.activeKeys) return 'too_many'
    const keyId = await insertKey(client, {
      accountId,
      name: freeName(login.device_name, active),
      limits: { ...NO_LIMITS, monthCapUnits },
      hash: login.hash,
      createdBy: userId,
    })
    if (keyId === undefined) throw new Error('a free key name was taken under the account’s lock')
    await client.query('update device_login set key_id = $2 where id = $1', [login.id, keyId])
    await recordAction(client, { accountId, userId }, 'device_logged_in', login.device_name)
    return 'approved'
  })
}

/** Refuses a login; returns false if there is none to decide. */
export async function denyDeviceLogin(
  database: Database,
  { userId, typedCode }: TypedCode,
): Promise<boolean> {
  await countCode(database, userId)
  const { rowCount } = await database.query(
    `update device_login set denied_at = clock_timestamp() ${UNDECIDED}`,
    [toUserCode(typedCode)],
  )
  return rowCount === 1
}

/** Deletes logins whose codes have expired. Their keys stay. */
export async function tidyDeviceLogins(database: Database): Promise<void> {
  await database.query(
    `delete from device_login where expires_at < clock_timestamp() - interval '1 hour'`,
  )
}

const UNDECIDED = `where user_code = $1 and expires_at > clock_timestamp()
  and key_id is null and denied_at is null`

/** Limits how many codes a member can guess. */
function countCode(database: Database, userId: string): Promise<void> {
  return takeAttempt(database, 'deviceCodeOfMember', userId)
}

function toUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

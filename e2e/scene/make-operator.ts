import { randomUUID } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { COMMAND_LINE, setOperator } from '../../server/src/admin/actions.ts'

/** Gives an account access to the admin area, as the operator command does. */
export async function makeOperator(database: Database, accountId: string): Promise<void> {
  const action = { actionId: randomUUID(), operator: COMMAND_LINE, reason: 'on call this week' }
  const outcome = await setOperator(database, action, { accountId, isOperator: true })
  if (outcome !== 'done') throw new Error(`no operator: ${outcome}`)
}

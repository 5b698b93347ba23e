import { randomUUID } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { COMMAND_LINE } from '../../server/src/admin/action.ts'
import { setOperator } from '../../server/src/admin/set-operator.ts'

/** Opens the operator's area to the owner of an account, as the command line does. */
export async function makeOperator(database: Database, accountId: string): Promise<void> {
  const action = { actionId: randomUUID(), operator: COMMAND_LINE, reason: 'on call this week' }
  const outcome = await setOperator(database, action, { accountId, isOperator: true })
  if (outcome !== 'done') throw new Error(`no operator: ${outcome}`)
}

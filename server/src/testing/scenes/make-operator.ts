import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { COMMAND_LINE, setOperator } from '../../admin/actions.ts'

/** Grants the admin area as the operator command does. */
export async function makeOperator(
  database: Database,
  accountId: string,
  { isOperator = true } = {},
): Promise<void> {
  const action = { actionId: randomUUIDv7(), operator: COMMAND_LINE, reason: 'test' }
  const outcome = await setOperator(database, action, { accountId, isOperator })
  if (outcome !== 'done') throw new Error(`making an operator: ${outcome}`)
}

import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect } from 'vitest'
import { withAuditConnection } from '../../wallet/audit/audit-connection.ts'
import { auditNew } from '../../wallet/audit/audit-new.ts'

/**
 * Audits new rows until every movement is in the audit's sums. Other tests on the same server may
 * have a transaction open, for which the sums wait.
 */
export async function auditAllNew({ connection, database }: TestDatabase): Promise<void> {
  await waitFor('every movement to be in the audit’s sums', async () => {
    expect(await withAuditConnection(connection, {}, auditNew)).toEqual([])
    const { rows } = await database.query<{ is_all: boolean }>(
      'select until_id = (select coalesce(max(id), 0) from movement) as is_all from audit_mark',
    )
    return rows[0]?.is_all
  })
}

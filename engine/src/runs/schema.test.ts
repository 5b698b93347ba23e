import { migrate } from '@footnote/platform/database/migrate'
import { describeSchema } from '@footnote/platform/testing/describe-schema'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { expect, it } from 'vitest'
import { MIGRATIONS } from './open-runs.ts'

it('is written out in engine/schema.sql as the migrations leave it (vitest -u writes it)', async () => {
  const { database, connection, drop } = await createEmptyTestDatabase()
  await migrate(connection, { folder: MIGRATIONS })
  const schema = await describeSchema(database)
  await drop()
  await expect(schema).toMatchFileSnapshot('../../schema.sql')
})

import { describeSchema } from '@footnote/platform/testing/describe-schema'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'

it('is documented in server/schema.sql as the migrations leave it (vitest -u writes it)', async () => {
  const { database, drop } = await createTestDatabase()
  const schema = await describeSchema(database)
  await drop()
  await expect(schema).toMatchFileSnapshot('../../schema.sql')
})

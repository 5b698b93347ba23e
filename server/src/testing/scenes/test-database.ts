import { cloneTestDatabase, type TestDatabase } from '@footnote/platform/testing/test-database'
import { TEMPLATE } from './template.ts'

/** Creates a database for a test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneTestDatabase(TEMPLATE)
}

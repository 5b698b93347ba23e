import { cloneTestDatabase, type TestDatabase } from '@footnote/platform/testing/test-database'
import { TEMPLATE } from './template.ts'

/** A database of a test file's own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneTestDatabase(TEMPLATE)
}

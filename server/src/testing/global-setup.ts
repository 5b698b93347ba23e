import { ensureDatabase } from '@footnote/platform/database/ensure-database'
import { migrate } from '@footnote/platform/database/migrate'
import type { TestProject } from 'vitest/node'
import { MIGRATIONS } from '../database/migrations.ts'
import { TEMPLATE } from './scenes/template.ts'

/** Creates the migrated database that each test file clones, on the run's server. */
export default async function setup(project: TestProject): Promise<void> {
  const { server } = project.getProvidedContext()
  await migrate(await ensureDatabase(server, TEMPLATE), { folder: MIGRATIONS })
}

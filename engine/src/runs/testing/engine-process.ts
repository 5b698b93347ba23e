import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runEngine } from '../../commands/run-engine.ts'
import { readEngineConfig } from '../../config.ts'
import { startEngine } from '../../engine.ts'
import { type Research, SchemaNotSupported } from '../../research.ts'
import { goodResult } from './good-result.ts'
import { noPages } from './no-pages.ts'

/**
 * The engine as a process of its own, for tests that kill it. The input decides its fate: "block"
 * never ends, "echo …" is answered with itself, and "none …" has no result but a reason.
 */
const config = readEngineConfig(process.env)

const research: Research = async ({ input }, { onProgress }) => {
  onProgress?.({ stage: 'searching', counts: { queries: 1 } })
  if (input.startsWith('none')) throw new SchemaNotSupported(input)
  if (input.startsWith('echo')) return { ...goodResult, content: input }
  if (process.env['TEST_ANSWERS'] === 'yes') return goodResult
  await writeFile(join(config.dataDir, 'blocked'), '')
  return await new Promise(() => {})
}

if (process.env['TEST_ABANDONED'] === 'yes') {
  process.disconnect?.()
  await once(process, 'disconnect')
}
await runEngine(config, { start: log => startEngine(config, { log, research, pages: noPages }) })

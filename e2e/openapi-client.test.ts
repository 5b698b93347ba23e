import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'
import { goodAnswer, goodResearch } from '../server/src/testing/stubs/stub-upstream.ts'

const FOREIGN = join(import.meta.dirname, 'foreign')
const PROGRAMS = {
  redocly: '@redocly/cli/bin/cli.js',
  openapiTypescript: 'openapi-typescript/bin/cli.js',
  tsc: 'typescript/bin/tsc',
} as const
const isInstalled = existsSync(join(FOREIGN, 'node_modules/openapi-typescript'))
if (!isInstalled) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: openapi-typescript is not installed. Run npm ci --prefix e2e/foreign.\n',
  )
}

let test: TestService
let folder: TemporaryFolder
beforeAll(async () => {
  test = await startTestService()
  folder = await makeTemporaryFolder()
  const document = await fetch(`${test.service.url}/openapi.json`)
  await writeFile(join(folder.path, 'openapi.json'), await document.text())
  await cp(join(FOREIGN, 'generated'), folder.path, { recursive: true })
  await symlink(join(FOREIGN, 'node_modules'), join(folder.path, 'node_modules'))
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')
})
afterAll(async () => {
  await test?.close()
  await folder?.remove()
})

function run(name: keyof typeof PROGRAMS, ...args: readonly string[]) {
  const program = join(FOREIGN, 'node_modules', PROGRAMS[name])
  // Redocly would otherwise send telemetry and check for updates.
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], HOME: folder.path, ...quiet },
  })
}

describe.skipIf(!isInstalled)('the OpenAPI document', () => {
  it('passes Redocly’s recommended rules without warnings', async () => {
    const args = ['lint', 'openapi.json', '--extends=recommended', '--format=json']
    const { stdout } = await run('redocly', ...args).catch(error => error)
    expect(JSON.parse(stdout)).toMatchObject({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    })
  })

  it('generates an openapi-typescript client that compiles strictly and makes every call', async () => {
    await run('openapiTypescript', 'openapi.json', '--output', 'schema.d.ts')
    const { stdout: complaints } = await run('tsc').catch(error => error)
    expect(complaints).toBe('')

    const { key } = await test.createPayer('10')
    const program = `import { useClient } from './use-client.ts'
      process.stdout.write(JSON.stringify(await useClient(...process.argv.slice(1))))`
    const args = ['--input-type=module', '--eval', program, test.service.url, key]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path })
    expect(JSON.parse(stdout)).toEqual({
      answer: goodAnswer.answer,
      report: goodResearch.output.content,
      structured: 1,
      finance: goodResearch.output.content,
      task: { status: 'completed', content: goodResearch.output.content },
      refused: 'INVALID_REQUEST',
      tools: ['finance_research', 'research', 'research', 'answer'],
      balance: 9.33,
    })
  })
})

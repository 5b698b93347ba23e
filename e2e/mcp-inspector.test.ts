import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tools } from '@footnote/mcp/tools'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpProgram } from '../cli/src/mcp/testing/mcp-program.ts'
import type { Payer } from '../server/src/testing/scenes/create-payer.ts'
import { captured, readLedger } from '../server/src/testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'

const INSPECTOR = fileURLToPath(
  new URL(
    'foreign/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
)
const isInstalled = existsSync(INSPECTOR)
if (!isInstalled) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: the MCP inspector is not installed. Run npm ci --prefix e2e/foreign.\n',
  )
}

let test: TestService
let home: TemporaryFolder
beforeAll(async () => {
  test = await startTestService()
  home = await makeTemporaryFolder()
})
afterAll(async () => {
  await test.close()
  await home.remove()
})

describe.skipIf(!isInstalled).each([
  { transport: 'stdio', era: 'modern' },
  { transport: 'stdio', era: 'legacy' },
  { transport: 'HTTP', era: 'modern' },
  { transport: 'HTTP', era: 'legacy' },
])('the official inspector over $transport, $era', ({ transport, era }) => {
  let payer: Payer
  beforeAll(async () => {
    payer = await test.createPayer()
  })

  function target(): readonly string[] {
    const { url } = test.service
    if (transport === 'HTTP') {
      return [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${payer.key}`]
    }
    const settings = { FOOTNOTE_API_KEY: payer.key, FOOTNOTE_BASE_URL: url }
    const { command, args, env } = mcpProgram(settings)
    return [command, ...args, ...Object.entries(env).flatMap(entry => ['-e', entry.join('=')])]
  }

  async function inspect(...args: readonly string[]) {
    // A busy machine may need longer than the inspector's own limit to start the program.
    const patience = ['--connect-timeout', '100000']
    const options = [...args, ...patience, '--protocol-era', era, '--format', 'json', '--quiet']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [INSPECTOR, '--cli', ...target(), ...options],
      // It would keep a catalog of servers in the home folder.
      { env: { PATH: process.env['PATH'], HOME: home.path } },
    )
    return JSON.parse(stdout).result
  }

  it('lists the tools and finds nothing in their schemas that clients stumble over', async () => {
    const listed = await inspect('--method', 'tools/list', '--strict')
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(tools).map(name => `footnote_${name}`),
    )
  })

  it('calls a tool, which is paid once', async () => {
    const called = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'footnote_answer'],
      ...['--tool-args-json', JSON.stringify({ query: 'What is the capital?' })],
    )
    expect(called.structuredContent.answer).toBe('Sucre [[1]].')
    expect(called.content[0].text).toContain('Cost: 0.02 USD. Balance: 9.98 USD.')
    const { charges } = await readLedger(test.database, payer.accountId)
    expect(charges).toMatchObject([captured])
  })
})

import { readFile, stat } from 'node:fs/promises'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { credentialsPath } from '../credentials/credentials.ts'
import { runCli } from '../testing/run-cli.ts'

let test: TestService
let folder: TemporaryFolder
let env: Record<string, string>
beforeAll(async () => {
  test = await startTestService()
  folder = await makeTemporaryFolder()
  env = { XDG_CONFIG_HOME: folder.path }
})
afterAll(async () => {
  await test.close()
  await folder.remove()
})

it('checks and stores a piped key, uses it until logout, and never stores a wrong one', async () => {
  const { key } = await test.createPayer('3')
  const login = (input: string) =>
    runCli(['login'], { env: { ...env, FOOTNOTE_BASE_URL: test.service.url }, input })
  const path = credentialsPath(env)

  const wrong = await login('fn_wrong\n')
  expect(wrong).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('valid') })
  expect(await login('two words')).toMatchObject({ code: 3, stdout: '' })
  await expect(stat(path)).rejects.toThrow('ENOENT')

  const right = await login(`${key}\n`)
  expect(right).toMatchObject({ code: 0, stdout: '' })
  expect(right.stderr).toContain(`Logged in to ${test.service.url}. Balance: $3.00`)
  expect(right.stderr).not.toContain(key)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ address: test.service.url, key })

  const elsewhere = { ...env, FOOTNOTE_BASE_URL: 'http://127.0.0.1:1' }
  const [balance, refused] = await Promise.all([
    runCli(['balance'], { env }),
    runCli(['balance'], { env: elsewhere }),
  ])
  expect(balance).toEqual({ code: 0, stdout: '$3.00\n', stderr: '' })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('is not sent to') })

  expect(await runCli(['logout'], { env })).toMatchObject({ code: 0 })
  expect(await runCli(['balance'], { env })).toMatchObject({ code: 3 })
})

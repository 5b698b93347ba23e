import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeInBrowser } from './describe-in-browser.ts'

const INSTALL = join(import.meta.dirname, '../../../../.ci/install-browser')

afterEach(() => void vi.unstubAllEnvs())

it('fails browser tests if CI is set and no browser is found', () => {
  vi.stubEnv('FOOTNOTE_BROWSER', '')
  vi.stubEnv('PATH', '')
  vi.stubEnv('CI', 'true')
  const define = vi.fn()
  expect(() => describeInBrowser('a page', define)).toThrow('"a page" needs a browser')
  expect(define).not.toHaveBeenCalled()
})

it('skips browser tests if CI is false', () => {
  vi.stubEnv('FOOTNOTE_BROWSER', '')
  vi.stubEnv('PATH', '')
  vi.stubEnv('CI', 'false')
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  // Vitest itself refuses tests that are defined within a test.
  expect(() => describeInBrowser('a page', () => {})).not.toThrow('needs a browser')
  expect(write).toHaveBeenCalledWith(expect.stringContaining('SKIPPED, not passed'))
})

describe('.ci/install-browser on a machine where it cannot install anything', () => {
  /** Runs the script with nothing on the path but `uname`. */
  async function install(settings: Record<string, string>) {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const { stdout } = await promisify(execFile)('sh', ['-c', 'command -v uname'])
    await symlink(stdout.trim(), join(folder.path, 'uname'))
    return promisify(execFile)('/bin/bash', [INSTALL], { env: { PATH: folder.path, ...settings } })
  }

  it('fails if CI is set', async () => {
    await expect(install({ CI: 'true' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No browser'),
    })
  })

  it.each([{}, { CI: '' }, { CI: 'false' }])('only warns otherwise: %o', async settings => {
    await expect(install(settings)).resolves.toMatchObject({
      stderr: expect.stringContaining('SKIPPED, not passed'),
    })
  })
})

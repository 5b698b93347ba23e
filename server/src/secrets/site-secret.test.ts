import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { siteSecret } from './site-secret.ts'

async function newDataDir(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return join(folder.path, 'data')
}

it('uses the configured secret, and creates no file', async () => {
  const dataDir = await newDataDir()
  const secret = 's'.repeat(32)
  const config = readConfig({ FOOTNOTE_DATA_DIR: dataDir, FOOTNOTE_SECRET: secret })
  expect(await siteSecret(config)).toBe(secret)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

it('creates a secret once per folder, readable by its owner alone, however many start at once', async () => {
  const dataDir = await newDataDir()
  const config = readConfig({ FOOTNOTE_DATA_DIR: dataDir })
  const secrets = await Promise.all(Array.from({ length: 20 }, () => siteSecret(config)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await siteSecret(config)).toBe(secrets[0])
  const path = join(dataDir, 'site.secret')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).toBe(secrets[0])
  const other = readConfig({ FOOTNOTE_DATA_DIR: await newDataDir() })
  expect(await siteSecret(other)).not.toBe(secrets[0])
})

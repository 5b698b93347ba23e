import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { createSandbox, kill } from './database/embedded/testing/database-sandbox.ts'
import { isLocked, tryLock, waitForLock } from './lock-file.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

it.concurrent('gives a lock to one holder at a time', async ({ expect }) => {
  const path = join(await sandbox.makeFolder(), 'a.lock')
  const lock = tryLock(path)
  expect(lock).toBeDefined()
  expect(tryLock(path)).toBeUndefined()
  expect(isLocked(path)).toBe(true)
  lock?.release()
  expect(isLocked(path)).toBe(false)
  const next = await waitForLock(path, { timeoutMs: 1_000 })
  expect(next).toBeDefined()
  lock?.release()
  expect(isLocked(path)).toBe(true)
  next?.release()
})

it.concurrent('frees the lock of a process that is killed', async ({ expect }) => {
  const path = join(await sandbox.makeFolder(), 'a.lock')
  const script = `
    const { tryLock } = await import(${JSON.stringify(new URL('./lock-file.ts', import.meta.url))})
    console.log(Boolean(tryLock(${JSON.stringify(path)})))
    setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script])
  const [answer] = await once(holder.stdout, 'data')
  expect(String(answer).trim()).toBe('true')
  expect(tryLock(path)).toBeUndefined()
  const waiting = waitForLock(path, { timeoutMs: 30_000 })
  await kill(holder)
  const lock = await waiting
  expect(lock).toBeDefined()
  lock?.release()
})

it.concurrent('says which file it cannot lock', async ({ expect }) => {
  const path = join(await sandbox.makeFolder(), 'missing', 'a.lock')
  expect(() => tryLock(path)).toThrow(`Cannot lock ${path}`)
})

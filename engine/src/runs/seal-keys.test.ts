import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { openSealKeys } from './seal.ts'

async function openScene(start: string) {
  const temporary = await makeTemporaryFolder()
  onTestFinished(temporary.remove)
  const folder = join(temporary.path, 'keys')
  const clock = { now: Date.parse(start) }
  const open = () => openSealKeys(folder, { now: () => clock.now })
  return { folder, clock, open, keys: await open() }
}

it('are files for their owner alone, in a folder for its owner alone', async () => {
  const { folder, keys } = await openScene('2031-05-04T12:00:00Z')
  const { day, bytes } = await keys.today()
  expect([day, bytes.length]).toEqual(['2031-05-04', 32])
  expect(await readFile(join(folder, '2031-05-04.key'))).toEqual(bytes)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, '2031-05-04.key'))).mode & 0o777).toBe(0o600)
})

it('are the same for all who ask at the same moment, and nothing else is left behind', async () => {
  const { folder, open } = await openScene('2031-05-04T12:00:00Z')
  const all = await Promise.all(Array.from({ length: 20 }, async () => (await open()).today()))
  expect(new Set(all.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['2031-05-04.key'])
})

it('change with the UTC day, and the one before can still be found', async () => {
  const { clock, open, keys } = await openScene('2031-05-04T23:59:59.999Z')
  const before = await keys.today()
  clock.now += 1
  const after = await keys.today()
  expect(after.day).toBe('2031-05-05')
  expect(after.bytes).not.toEqual(before.bytes)
  expect(await keys.find('2031-05-04')).toEqual(before.bytes)
  expect(await (await open()).find('2031-05-04')).toEqual(before.bytes)
  expect(await keys.find('2031-05-03')).toBeUndefined()
})

it('are destroyed 48 hours after the start of their day, in memory and on the disk', async () => {
  const { folder, clock, open, keys } = await openScene('2031-05-04T12:00:00Z')
  const old = await keys.today()
  clock.now = Date.parse('2031-05-05T23:59:59.999Z')
  await keys.today()
  await keys.destroyOld()
  expect(await keys.find('2031-05-04')).toEqual(old.bytes)
  clock.now += 1
  expect(await keys.find('2031-05-04')).toBeUndefined()
  await Promise.all([keys.destroyOld(), (await open()).destroyOld()])
  expect(await readdir(folder)).toEqual(['2031-05-05.key', '2031-05-06.key'])
  expect(old.bytes).toEqual(Buffer.alloc(32))
})

it('that a killed process left half written are swept away, but not those in the making', async () => {
  const { folder, clock, keys } = await openScene('2031-05-04T12:00:00Z')
  for (const [name, age] of [
    ['.old.half', 3_601],
    ['.new.half', 1],
  ] as const) {
    await writeFile(join(folder, name), 'half')
    const time = clock.now / 1_000 - age
    await utimes(join(folder, name), time, time)
  }
  await keys.destroyOld()
  expect(await readdir(folder)).toEqual(['.new.half', '2031-05-04.key'])
})

it('that are damaged are reported by path before any is used', async () => {
  const { folder, open } = await openScene('2031-05-04T12:00:00Z')
  await writeFile(join(folder, '2031-05-03.key'), 'short')
  await expect(open()).rejects.toThrow('2031-05-03.key is not a key of 32 bytes')
})

it('are found in their folder alone, whatever is asked for', async () => {
  const { folder, keys } = await openScene('2031-05-04T12:00:00Z')
  await writeFile(join(folder, '../elsewhere.key'), Buffer.alloc(32))
  expect(await keys.find('../elsewhere')).toBeUndefined()
})

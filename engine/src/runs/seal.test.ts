import { randomUUID } from 'node:crypto'
import { SealBroken } from '@footnote/platform/seal'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { openSealKeys, type SealedPlace, type SealKeys, seal, unseal } from './seal.ts'

const place: SealedPlace = { runId: randomUUID(), field: 'request' }
const value = { input: 'What is a zebrafinch?', list: [1, 'ü', null] }

async function openKeys(now?: () => number): Promise<SealKeys> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return openSealKeys(folder.path, { ...(now && { now }) })
}

it('opens with the same key at the same place, and shows nothing before', async () => {
  const keys = await openKeys()
  const sealed = await seal(keys, value, place)
  expect(sealed.includes('zebrafinch')).toBe(false)
  expect(await unseal(keys, sealed, place)).toEqual(value)
  expect(await seal(keys, value, place)).not.toEqual(sealed)
})

it('does not open with other keys, nor once its key is destroyed', async () => {
  const clock = { now: Date.parse('2031-05-04T12:00:00Z') }
  const keys = await openKeys(() => clock.now)
  const sealed = await seal(keys, value, place)
  const strangers = await openKeys(() => clock.now)
  await strangers.today()
  await expect(unseal(strangers, sealed, place)).rejects.toThrow(SealBroken)
  clock.now = Date.parse('2031-05-05T23:00:00Z')
  expect(await unseal(keys, sealed, place)).toEqual(value)
  clock.now = Date.parse('2031-05-06T00:00:00Z')
  await expect(unseal(keys, sealed, place)).rejects.toThrow(SealBroken)
})

it('does not open at another place', async () => {
  const keys = await openKeys()
  const sealed = await seal(keys, value, place)
  for (const other of [
    { ...place, runId: randomUUID() },
    { ...place, field: 'outcome' as const },
  ]) {
    await expect(unseal(keys, sealed, other)).rejects.toThrow(SealBroken)
  }
})

it('does not open after any change to any of its bytes', async () => {
  const keys = await openKeys()
  const sealed = await seal(keys, { a: 1 }, place)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    await expect(unseal(keys, changed, place)).rejects.toThrow(SealBroken)
  }
  for (const length of [0, 1, 20, sealed.length - 1]) {
    await expect(unseal(keys, sealed.subarray(0, length), place)).rejects.toThrow(SealBroken)
  }
})

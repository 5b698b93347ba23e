import { expect, test } from 'vitest'
import { openShared, type SharedReport, sealShared } from './seal-shared.ts'

const REPORT: SharedReport = {
  question: 'Which city is the capital of Bolivia? äöü 🔑',
  call: 'Answer',
  at: '2026-11-17T00:00:00.000Z',
  result: { answer: 'Sucre '.repeat(1_000), citations: [], results: { web: [] } },
}

test('opens with its key alone, and never has the same key or ciphertext twice', async () => {
  const [one, other] = [await sealShared(REPORT), await sealShared(REPORT)]
  expect(await openShared(one.sealed, one.key)).toEqual(REPORT)
  expect(await openShared(one.sealed, other.key)).toBeUndefined()
  expect(await openShared(one.sealed, '')).toBeUndefined()
  expect(one.key).not.toBe(other.key)
  expect(one.sealed).not.toBe(other.sealed)
})

test('has no plain text in its ciphertext, and fits into an address', async () => {
  const { sealed, key } = await sealShared(REPORT)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Sucre')
  expect(sealed + key).toMatch(/^[\w-]+$/)
  expect(key).toHaveLength(43)
  expect(sealed.length).toBeLessThan(1_000)
})

test('does not open if it was changed, or if it is no report', async () => {
  const { sealed, key } = await sealShared(REPORT)
  const changed = `${sealed.slice(0, -2)}${sealed.at(-2) === 'A' ? 'B' : 'A'}${sealed.at(-1)}`
  expect(await openShared(changed, key)).toBeUndefined()
  const wrong = await sealShared({ ...REPORT, result: { answer: 7 } as never })
  expect(await openShared(wrong.sealed, wrong.key)).toBeUndefined()
})

test('does not unpack more than a report can be', async () => {
  const bomb = { ...REPORT, question: 'a'.repeat(5_000_000) }
  await expect(sealShared(bomb)).resolves.toBeDefined()
  const { sealed, key } = await sealShared(bomb)
  expect(await openShared(sealed, key)).toBeUndefined()
})

import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => vi.unstubAllGlobals())

test('ids are UUIDs of version 4, each another, also where the browser makes none', () => {
  // All that a page has which came by plain HTTP from another machine.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

import { expect, it } from 'vitest'
import type { Author, Plan, Run } from './author.ts'
import { withFallback } from './with-fallback.ts'

const planOf = (question: string): Plan => ({
  ...{ parts: [{ question }], kind: 'answer', language: 'en' },
})
const authorOf = (name: string) => ({ plan: async () => planOf(name) }) as unknown as Author
const rephrased = { questions: ['a'], asked: 'b', wishes: [], notes: [] }
const code: Author = { ...authorOf('code'), rephrase: async () => rephrased }
const author = withFallback(authorOf('model'), code)

it.each([
  ['a model', {}, 'model'],
  ['code, if they are plain', { questions: ['a'] }, 'code'],
])('questions are planned by %s', async (_, request, planner) => {
  expect(await author.plan({ request } as Run)).toEqual(planOf(planner))
})

it('questions are read as plain ones with a model as well', async () => {
  const options = {} as Parameters<NonNullable<Author['rephrase']>>[1]
  const request = {} as Run['request']
  expect(await author.rephrase?.(request, options)).toEqual(rephrased)
})

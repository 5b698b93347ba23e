import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Budget, budgets } from '../budgets.ts'
import type { Document } from '../library/document.ts'
import { openBudget } from '../open-budget.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Discovered, DiscoverRequest, Finder } from '../search/finder.ts'
import { openShelf, type Shelf } from '../search/open-shelf.ts'
import { bringIn } from './bring-in.ts'

let shelf: Shelf
beforeEach(() => {
  shelf = openShelf()
})
afterEach(() => shelf.close())

const page = (host: string): Document => ({
  url: `https://${host}/`,
  title: host,
  text: `About ${host}.`,
})
const nothing: Discovered = { documents: [], isDown: false }

function finder(reply: (request: DiscoverRequest) => Partial<Discovered>) {
  const requests: DiscoverRequest[] = []
  const own: Finder = {
    name: 'test',
    async discover(request) {
      requests.push(request)
      return { ...nothing, ...reply(request) }
    },
  }
  return { ...own, requests }
}

const parts = (...questions: string[]) => questions.map(question => ({ question }))
const bring = (
  finders: readonly Finder[],
  {
    questions = ['What is a lake?'],
    limits = {},
    policy = compilePolicy({}, { now: new Date() }),
  }: { questions?: string[]; limits?: Partial<Budget>; policy?: DiscoverRequest['policy'] } = {},
) => {
  const budget = openBudget({ ...budgets.lite, ...limits })
  return bringIn(parts(...questions), {
    ...{ finders, shelf, policy, budget },
    kind: 'research',
    input: 'all of it',
  })
}

it('puts what the finders bring on the shelf', async () => {
  const web = finder(() => ({ documents: [page('a.example')] }))
  expect(await bring([web])).toEqual({ facts: [], reached: new Map([['test', true]]) })
  expect(shelf.has('https://a.example/')).toBe(true)
})

it('a page outside of the policy never gets there, whoever brought it', async () => {
  const policy = compilePolicy({ exclude_domains: ['a.example'] }, { now: new Date() })
  await bring([finder(() => ({ documents: [page('a.example'), page('b.example')] }))], { policy })
  expect(shelf.has('https://a.example/')).toBe(false)
  expect(shelf.has('https://b.example/')).toBe(true)
})

it('no more pages are asked for than the budget has, over all parts', async () => {
  const web = finder(({ question, limit }) => ({
    documents: Array.from({ length: limit }, (_, at) => page(`${question}-${at}.example`)),
  }))
  await bring([web], { questions: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], limits: { pages: 5 } })
  const brought = web.requests.reduce((sum, { limit }) => sum + limit, 0)
  expect(brought).toBeLessThanOrEqual(5)
})

it('a part for which no query is left takes no pages from the next round', async () => {
  const budget = openBudget({ ...budgets.lite, pages: 4, queriesPerRound: 1 })
  const policy = compilePolicy({}, { now: new Date() })
  await bringIn(parts('a', 'b', 'c'), {
    ...{ finders: [finder(() => ({}))], kind: 'research', input: 'a', shelf, policy, budget },
  })
  expect(budget.pagesLeft).toBe(4)
})

it('tells which finders could not reach whom they ask, and not which know nothing', async () => {
  const down = { ...finder(() => ({ isDown: true })), name: 'down' }
  const half = { ...finder(({ question }) => ({ isDown: question === 'a' })), name: 'half' }
  const empty = { ...finder(() => ({})), name: 'empty' }
  const brought = await bring([down, half, empty], { questions: ['a', 'b'], limits: { pages: 60 } })
  expect(Object.fromEntries(brought.reached)).toEqual({ down: false, half: true, empty: true })
  expect((await bring([])).reached.size).toBe(0)
})

it('a finder that takes the whole question is asked it once, and the others each part', async () => {
  const wide = { ...finder(() => ({})), takesWhole: true }
  const narrow = finder(() => ({}))
  await bring([wide, narrow], { questions: ['a', 'b'] })
  expect(wide.requests.map(({ question }) => question)).toEqual(['all of it'])
  expect(narrow.requests.map(({ question }) => question)).toEqual(['a', 'b'])
})

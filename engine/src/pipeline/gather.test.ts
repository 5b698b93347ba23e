import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Reading } from '../author.ts'
import { budgets } from '../budgets.ts'
import { answerOf } from '../facts/answer.ts'
import { openLibrary } from '../library/open-library.ts'
import { openBudget } from '../open-budget.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import type { Discovered, Finder } from '../search/finder.ts'
import { createLibrarySource } from '../search/library-source.ts'
import { createAuthor } from '../with-fallback.ts'
import { createResearch } from './create-research.ts'
import { type GatherOptions, gather } from './gather.ts'

const page = {
  url: 'https://lakes.example/orrin',
  title: 'Lake Orrin',
  text: 'Lake Orrin is 74 metres deep.',
}
const down: Discovered = { documents: [], isDown: true }
const good: Discovered = { documents: [page], isDown: false }

let library: ReturnType<typeof openLibrary>
beforeEach(() => {
  library = openLibrary(':memory:')
})
afterEach(() => library.close())

/** What comes of a question for which the web answers as told, round by round. */
async function ask(...rounds: Discovered[]): Promise<string> {
  const web: Finder = { name: 'web', discover: async () => rounds.shift() ?? down }
  const source = createLibrarySource(library)
  const research = createResearch({
    source,
    author: createAuthor({ reader: await sharedReader() }),
    finders: [web],
    now: () => new Date('2026-11-15'),
  })
  const input = 'How deep is Lake Orrin?'
  const request = { kind: 'research', effort: 'deep', input, sources: {} } as const
  return String((await research(request, {})).content)
}

it('what was reached in a later round is not told as unreached', async () => {
  const content = await ask(down, good)
  expect(content).toContain('74 metres deep')
  expect(content).not.toContain('Not reached')
})

it('what was never reached is, where the library knew the answer', async () => {
  library.add([page])
  expect(await ask(down, down)).toContain('## Not reached')
})

it('a part that planning has answered is told, even if the time for searching is over', async () => {
  const answer = answerOf({ text: 'Lake Orrin is 74 metres deep.', facts: [] })
  const parts = [{ question: 'Who owns it?' }, { question: 'How deep is Lake Orrin?', answer }]
  const over = { ...budgets.lite, timeMs: 0 }
  const options = {
    author: {
      read: async ({ part }: Reading) => ({
        part,
        sentences: [],
        related: [],
        answer: part.answer,
      }),
    },
    budget: openBudget(over),
    onProgress: () => {},
  } as unknown as GatherOptions
  const { findings } = await gather({ parts, kind: 'answer', language: 'en' }, options)
  expect(findings.map(one => one.answer)).toEqual([undefined, answer])
})

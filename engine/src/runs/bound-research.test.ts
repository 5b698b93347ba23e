import { expect, it } from 'vitest'
import type { Research, ResearchRequest } from '../research.ts'
import { boundResearch, TimeLimitReached } from './bound-research.ts'
import { goodResult } from './testing/good-result.ts'

const request: ResearchRequest = { kind: 'research', input: 'Why?', effort: 'lite', sources: {} }
const never: Research = () => new Promise(() => {})

it('ends at the limit of the effort what does not end by itself, and says so', async () => {
  const heard = Promise.withResolvers<unknown>()
  const research: Research = (_request, { signal }) => {
    signal?.addEventListener('abort', () => heard.resolve(signal.reason))
    return new Promise(() => {})
  }
  const bounded = boundResearch(research, { limitMs: effort => (effort === 'lite' ? 1 : 60_000) })
  await expect(bounded(request, {})).rejects.toThrow(TimeLimitReached)
  expect(await heard.promise).toBeInstanceOf(TimeLimitReached)
})

it('ends at once when the caller has gone, whatever the work makes of it', async () => {
  const caller = new AbortController()
  const ended = boundResearch(never)(request, { signal: caller.signal })
  caller.abort(new Error('gone'))
  await expect(ended).rejects.toThrow('gone')
  await expect(boundResearch(never)(request, { signal: caller.signal })).rejects.toThrow('gone')
})

it('passes on results, progress and failures as they are', async () => {
  const seen: unknown[] = []
  const research: Research = async ({ input }, { onProgress }) => {
    onProgress?.({ stage: 'planning', counts: {} })
    if (input === 'fail') throw new Error('failed')
    return goodResult
  }
  const bounded = boundResearch(research)
  const onProgress = (progress: unknown) => seen.push(progress)
  expect(await bounded(request, { onProgress })).toBe(goodResult)
  expect(seen).toEqual([{ stage: 'planning', counts: {} }])
  await expect(bounded({ ...request, input: 'fail' }, {})).rejects.toThrow('failed')
})

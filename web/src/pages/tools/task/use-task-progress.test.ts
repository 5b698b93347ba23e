import { countsText, stageText } from '@footnote/contract/progress-text'
import { expect, test } from 'vitest'
import { addProgress } from './use-task-progress.ts'

test('keeps one entry per consecutive stage, with its latest counts', () => {
  const events = [
    { stage: 'planning', counts: {} },
    { stage: 'searching', counts: { queries: 1 } },
    { stage: 'searching', counts: { queries: 1_200, elapsed_ms: 5, pages: 0 } },
    { stage: 'reading', counts: { pages: 1 } },
    { stage: 'searching', counts: { queries: 1_300 } },
  ]
  const timeline = events.reduce(addProgress, [])
  expect(timeline.map(({ stage }) => stage)).toEqual([
    ...['planning', 'searching', 'reading', 'searching'],
  ])
  expect(timeline.map(({ counts }) => countsText(counts))).toEqual([
    ...['', '1,200 queries', '1 page', '1,300 queries'],
  ])
  expect(stageText('verifying')).toBe('Checking each claim against its source')
  expect(stageText('agent.web_search')).toBe('Agent web search')
})

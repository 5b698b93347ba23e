import { expect, it } from 'vitest'
import { createLedger } from '../../../engine/src/evidence/ledger.ts'
import { scriptedModel } from '../../../engine/src/llm/client/testing/scripted-model.ts'
import { judgeWithModel } from '../../../engine/src/llm/judge.ts'
import { writingPrompt } from '../../../engine/src/llm/write.ts'
import { readClaims, readShown } from './read-prompt.ts'

const quotes = ['The lake is 74 metres deep.', 'It was dammed in 1931.']

it('reads what the prompt for writing shows', () => {
  const text = quotes.join(' ')
  const passage = {
    ...{ documentId: 1, start: 0, text, headings: [], score: 1 },
    ...{ url: 'https://lakes.example/', title: 'Lake Orrin', publishedOn: '2025-03-01' },
  }
  const evidence = [createLedger().enter(passage, { start: 0, end: 27 })]
  const facts = [{ text: 'It is 9 km longer.', evidence, isVerbatim: false }]
  const { user } = writingPrompt(
    { evidence, facts },
    {
      ...{ input: 'How deep?', kind: 'research', effort: 'standard', language: 'en' },
      ...{ today: '2026-11-15', questions: [], contextTokens: 8_000, maxTokens: 1_000 },
    },
  )
  expect(readShown(user)).toEqual([
    { id: 'F1', title: '', text: 'It is 9 km longer.' },
    { id: 'E1', title: 'Lake Orrin', text: 'The lake is 74 metres deep.' },
  ])
})

it('reads the claims that are to be judged', async () => {
  const model = scriptedModel({ judge: () => ({ judgements: [] }) })
  await judgeWithModel(model, [{ text: 'It is deep.', quotes }], {
    timeoutMs: 1_000,
    mayGoOn: () => true,
  })
  const claim = { claim: 1, text: 'It is deep.', quotes: quotes.join('\n\n') }
  expect(readClaims(model.prompts[0]?.user ?? '')).toEqual([claim])
})

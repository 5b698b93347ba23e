import { expect, it } from 'vitest'
import { stripRequest } from './strip-request.ts'

it.each([
  ['Can you tell me, please, how many inhabitants Peru has?', 'how many inhabitants Peru has?'],
  ['Answer in German: What is the capital of Peru?', 'What is the capital of Peru?'],
  ['Hello, could you please compare Chad and Niger?', 'compare Chad and Niger?'],
  ["I'd like to know the capital of Chad", 'the capital of Chad'],
  ['Write a short report on the energy situation of Chad', 'the energy situation of Chad'],
  ['Please give me a briefing about Chad', 'Chad'],
  ['Overview of the economy of Chad', 'the economy of Chad'],
  ['Write a country briefing on Chad for an investor: economy, risks', 'Chad: economy, risks'],
  ['Write a memo about Chad for our board: exports', 'Chad: exports'],
  ['Please prepare a one-pager on Chad for students: climate', 'Chad: climate'],
  ['Can you write a 2-page, plain report on Chad for my class.', 'Chad.'],
  ['we need a profile of chad for our board: exports', 'chad: exports'],
  ["I'd like a summary of the economy of Chad", 'the economy of Chad'],
  ['Write in plain English: what is the capital of Chad?', 'what is the capital of Chad?'],
  ['Cover the exports and GDP.', 'its exports and GDP.'],
])('leaves what is asked: %s', (sentence, asked) => {
  expect(stripRequest(sentence)).toBe(asked)
})

it.each([
  'What is the capital of Peru?',
  'The introduction of the euro happened when?',
  'Answer in German.',
  'Write about Chad and its neighbours: exports, climate',
  'Focus on Chad.',
  'Can you?',
  'Please',
])('leaves alone what asks by itself, or asks nothing else: %s', sentence => {
  expect(stripRequest(sentence)).not.toBe('')
  if (!/^(?:can|please)/i.test(sentence)) expect(stripRequest(sentence)).toBe(sentence)
})

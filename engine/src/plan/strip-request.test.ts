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
])('leaves what is asked: %s', (sentence, asked) => {
  expect(stripRequest(sentence)).toBe(asked)
})

it.each([
  'What is the capital of Peru?',
  'The introduction of the euro happened when?',
  'Answer in German.',
  'Can you?',
  'Please',
])('leaves alone what asks by itself, or asks nothing else: %s', sentence => {
  expect(stripRequest(sentence)).not.toBe('')
  if (!/^(?:can|please)/i.test(sentence)) expect(stripRequest(sentence)).toBe(sentence)
})

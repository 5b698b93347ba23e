import { expect, it } from 'vitest'
import { isRefusal } from './is-refusal.ts'

it.each([
  "I'm sorry, but I can't help with that.",
  'I’m sorry, I can’t assist with that request.',
  'Sorry, I am unable to comply.',
  'I cannot assist with this.',
  'As an AI language model, I cannot browse the internet.',
  'Es tut mir leid, dabei kann ich nicht helfen.',
  'Lo siento, no puedo ayudar con eso.',
  '抱歉，我无法回答这个问题。',
])('is a refusal: %s', text => {
  expect(isRefusal(text)).toBe(true)
})

it.each([
  'Rice is grown in Asia.',
  'Sorry is a hill in Wales.',
  'I cannot say from the passages which is larger.',
  'The company said that it was sorry and could not deliver.',
  `I'm sorry, but I can't find all of it. ${'Rice is grown in Asia. '.repeat(40)}`,
])('is none: %s', text => {
  expect(isRefusal(text)).toBe(false)
})

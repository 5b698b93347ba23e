import { expect, it } from 'vitest'
import { stripThinking } from './strip-thinking.ts'

it.each([
  ['no thinking', 'Just text.', 'Just text.'],
  ['thinking first', '<think>hm</think>Text.', 'Text.'],
  ['upper case', '<THINK>hm</Think>Text.', 'Text.'],
  ['another name', '<thinking>hm</thinking>Text.', 'Text.'],
  ['in brackets', '[THINK]hm[/THINK]Text.', 'Text.'],
  ['thinking in between', 'One. <think>hm</think>Two.', 'One. Two.'],
  ['twice', '<think>a</think>One. <think>b</think>Two.', 'One. Two.'],
  ['never closed', 'One. <think>hm and so on', 'One. '],
  ['nothing but thinking', '<think>hm', ''],
  ['nested', '<think>a <think>b</think> c</think>Text.', 'Text.'],
  ['a thought about the tag itself', '<think>I use <think> here</think>Text.', 'Text.'],
  ['opened in the template', 'I think so.\n</think>\n\nText.', '\n\nText.'],
  ['opened in the template, then again', 'a</think>One. <think>b</think>Two.', 'One. Two.'],
  ['a stray closing tag later on', '<think>a</think>One. </think>Two.', 'One. Two.'],
  ['over many lines', '<think>\na\n\nb\n</think>\nText.', '\nText.'],
])('%s', (_name, reply, text) => {
  expect(stripThinking(reply)).toBe(text)
})

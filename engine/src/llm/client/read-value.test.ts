import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { closedObject } from './model.ts'
import { readValue, stripThinking } from './read-value.ts'

const shape = closedObject({
  items: Type.Array(closedObject({ n: Type.Integer(), quote: Type.String({ maxLength: 20 }) })),
})
const value = { items: [{ n: 1, quote: 'Rice' }] }
const json = JSON.stringify(value)
const read = (reply: string, mayRepair = true) => readValue(reply, { shape, mayRepair })

describe('finds the value', () => {
  it.each([
    ['alone', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence with prose around', `Here it is:\n\`\`\`\n${json}\n\`\`\`\nGood luck!`],
    ['behind thinking', `<think>{"items": "?"}</think>\n${json}`],
    ['behind thinking that was opened elsewhere', `{"a": 1}\n</think>\n${json}`],
    ['between prose with brackets', `As [1] and {x} say: ${json} – see [2].`],
    ['behind another value', `{"draft": true} ${json}`],
    ['with what was not asked for', '{"items": [{"n": 1, "quote": "Rice", "why": 1}], "x": {}}'],
    ['with null for what does not exist', '{"items": [{"n": 1, "quote": "Rice", "x": null}]}'],
    ['with a comma too many', '{"items": [{"n": 1, "quote": "Rice",},]}'],
    ['in single quotes', "{'items': [{'n': 1, 'quote': 'Rice'}]}"],
    ['cut off', '{"items": [{"n": 1, "quote": "Rice"}'],
  ])('%s', (_name, reply) => {
    expect(read(reply)).toMatchObject({ value })
  })
})

it('keeps tags inside a valid value', () => {
  const tagged = { items: [{ n: 1, quote: '</think> in HTML' }] }
  expect(read(JSON.stringify(tagged))).toEqual({ value: tagged })
})

it('handles property names that every object has', () => {
  const odd = '{"items": [], "constructor": null, "__proto__": {"note": 1}, "toString": null}'
  expect(read(odd)).toEqual({ value: { items: [] } })
})

it('does not repair a cut-off value if repair is off', () => {
  expect(read('{"items": [{"n": 1, "quote": "Rice"}', false)).toHaveProperty('problems')
})

it('describes a problem by path and rule, without text of the reply', () => {
  const found = read('{"items": [{"n": "secret", "quote": "a secret that is far too long"}]}')
  expect(found).toEqual({
    problems: ['/items/0/n must be integer', expect.stringMatching(/^\/items\/0\/quote must not /)],
  })
  expect(JSON.stringify(found)).not.toContain('secret')
})

it.each([
  ['prose', 'I think it is rice.'],
  ['nothing', ''],
  ['brackets without end', '['.repeat(50_000)],
  ['a fence without end', `\`\`\`json${'\n'.repeat(50_000)}`],
  ['what takes forever to mend', '{//a\n'.repeat(50_000)],
  ['text alone', '"items"'],
])('finds none in %s', (_name, reply) => {
  expect(read(reply)).toHaveProperty('problems')
})

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
  ['a thought about the tag itself', '<think>I use <think> here</think>Text.', 'Text.'],
  ['opened in the template', 'I think so.\n</think>\n\nText.', '\n\nText.'],
  ['opened in the template, then again', 'a</think>One. <think>b</think>Two.', 'One. Two.'],
  ['a stray closing tag later on', '<think>a</think>One. </think>Two.', 'One. Two.'],
  ['over many lines', '<think>\na\n\nb\n</think>\nText.', '\nText.'],
])('%s', (_name, reply, text) => {
  expect(stripThinking(reply)).toBe(text)
})

import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { readValue } from './read-value.ts'

const shape = Type.Object({
  items: Type.Array(Type.Object({ n: Type.Integer(), quote: Type.String({ maxLength: 20 }) })),
  note: Type.Optional(Type.String()),
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
    ['with null for what is left out', '{"items": [{"n": 1, "quote": "Rice"}], "note": null}'],
    ['with a comma too many', '{"items": [{"n": 1, "quote": "Rice",},]}'],
    ['in single quotes', "{'items': [{'n': 1, 'quote': 'Rice'}]}"],
    ['cut off', '{"items": [{"n": 1, "quote": "Rice"}'],
  ])('%s', (_name, reply) => {
    expect(read(reply)).toMatchObject({ value })
  })
})

it('tags inside of a good value are part of it', () => {
  const tagged = { items: [{ n: 1, quote: '</think> in HTML' }] }
  expect(read(JSON.stringify(tagged))).toEqual({ value: tagged })
})

it('names that every object has are no trouble', () => {
  const odd = '{"items": [], "constructor": null, "__proto__": {"note": 1}, "toString": null}'
  expect(read(odd)).toEqual({ value: { items: [] } })
})

it('does not mend what is cut off where it may not', () => {
  expect(read('{"items": [{"n": 1, "quote": "Rice"}', false)).toEqual({
    problems: ['it is no JSON'],
  })
})

it('says what is wrong by place and rule, with nothing that the reply said', () => {
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

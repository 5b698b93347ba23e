import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { isRefusal, readValue, stripThinking, wireSchema } from './read-value.ts'

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

it('keeps tags inside a valid value', () => {
  const tagged = { items: [{ n: 1, quote: '</think> in HTML' }] }
  expect(read(JSON.stringify(tagged))).toEqual({ value: tagged })
})

it('handles property names that every object has', () => {
  const odd = '{"items": [], "constructor": null, "__proto__": {"note": 1}, "toString": null}'
  expect(read(odd)).toEqual({ value: { items: [] } })
})

it('does not repair a cut-off value if repair is off', () => {
  expect(read('{"items": [{"n": 1, "quote": "Rice"}', false)).toEqual({
    problems: ['it is no JSON'],
  })
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
  ['nested', '<think>a <think>b</think> c</think>Text.', 'Text.'],
  ['a thought about the tag itself', '<think>I use <think> here</think>Text.', 'Text.'],
  ['opened in the template', 'I think so.\n</think>\n\nText.', '\n\nText.'],
  ['opened in the template, then again', 'a</think>One. <think>b</think>Two.', 'One. Two.'],
  ['a stray closing tag later on', '<think>a</think>One. </think>Two.', 'One. Two.'],
  ['over many lines', '<think>\na\n\nb\n</think>\nText.', '\nText.'],
])('%s', (_name, reply, text) => {
  expect(stripThinking(reply)).toBe(text)
})

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

it('is as strict grammars want it: all required, nothing else, no limits on text', () => {
  const shape = Type.Object({
    list: Type.Array(Type.Object({ n: Type.Integer({ minimum: 1 }) }), { maxItems: 3 }),
    word: Type.Optional(Type.String({ maxLength: 5, pattern: '^a' })),
    kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  })
  expect(wireSchema(shape)).toEqual({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          properties: { n: { type: 'integer', minimum: 1 } },
          required: ['n'],
          additionalProperties: false,
        },
      },
      word: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      kind: {
        anyOf: [
          { type: 'string', const: 'a' },
          { type: 'string', const: 'b' },
        ],
      },
    },
    required: ['list', 'word', 'kind'],
    additionalProperties: false,
  })
})

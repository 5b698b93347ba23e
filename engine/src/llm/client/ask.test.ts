import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { ask, readValue, stripThinking } from './ask.ts'
import { closedObject, ModelFault } from './model.ts'
import { scriptedModel } from './testing/scripted-model.ts'

const shape = closedObject({
  items: Type.Array(closedObject({ n: Type.Integer(), quote: Type.String({ maxLength: 20 }) })),
})
const value = { items: [{ n: 1, quote: 'Rice' }] }
const json = JSON.stringify(value)
const read = (reply: string) => readValue(reply, shape)
const question = { task: 'read', system: 'Read.', user: 'Passages.', shape } as const
const limits = { maxTokens: 100, timeoutMs: 10_000 }

/** A model that gives these replies in order and repeats the last one. */
function replying(...replies: readonly unknown[]) {
  let sent = 0
  const read = () => replies[Math.min(sent++, replies.length - 1)]
  return scriptedModel({ read })
}

describe('finds the value', () => {
  it.each([
    ['alone', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence with prose around', `Here it is:\n\`\`\`\n${json}\n\`\`\`\nGood luck!`],
    ['behind thinking', `<think>{"items": "?"}</think>\n${json}`],
    ['behind thinking that was opened elsewhere', `{"a": 1}\n</think>\n${json}`],
    ['with what was not asked for', '{"items": [{"n": 1, "quote": "Rice", "why": 1}], "x": {}}'],
    ['with a comma too many', '{"items": [{"n": 1, "quote": "Rice",},]}'],
    ['in single quotes', "{'items': [{'n': 1, 'quote': 'Rice'}]}"],
    ['cut off', '{"items": [{"n": 1, "quote": "Rice"}'],
    ['cut off in a text', '{"items": [{"n": 1, "quote": "Rice'],
  ])('%s', (_name, reply) => {
    expect(read(reply)).toMatchObject({ value })
  })
})

it('keeps tags inside a valid value', () => {
  const tagged = { items: [{ n: 1, quote: '</think> in HTML' }] }
  expect(read(JSON.stringify(tagged))).toEqual({ value: tagged })
})

it('describes a problem by path and rule, without text of the reply', () => {
  const found = read('{"items": [{"n": "secret", "quote": "a secret that is far too long"}]}')
  expect(found).toEqual({
    problems: ['/items/0/n must be integer', expect.stringMatching(/^\/items\/0\/quote must not /)],
  })
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

it('repeats the schema in the prompt', async () => {
  const model = replying(value)
  expect(await ask(model, question, limits)).toEqual(value)
  expect(model.prompts[0]?.system).toMatch(/^Read\.\n\nReply with JSON alone.*"items"/s)
  expect(model.prompts[0]?.schema).toBe(shape)
})

it('asks once more and says what was wrong, without text of the reply', async () => {
  const model = replying({ items: [{ n: 'secret', quote: '' }] }, value)
  expect(await ask(model, question, limits)).toEqual(value)
  const again = model.prompts[1]?.user ?? ''
  expect(again).toMatch(/^Passages\.\n\n/)
  expect(again).toContain('/items/0/n must be integer')
  expect(again).not.toContain('secret')
})

it('asks again as often as it may if the value does not pass the check', async () => {
  const model = replying(value)
  const check = () => ['it is not about rice']
  const call = ask(model, question, { ...limits, check, repairs: 2 })
  await expect(call).rejects.toMatchObject({ kind: 'garbled' })
  expect(model.prompts).toHaveLength(3)
  expect(model.prompts[2]?.user).toContain('it is not about rice')
})

it('is a fault if the reply is wrong twice, without its text', async () => {
  const model = replying('There is secret rice.')
  const fault = await ask(model, question, limits).catch(error => error)
  expect(fault).toBeInstanceOf(ModelFault)
  expect(fault.message).not.toContain('secret')
  expect(model.prompts).toHaveLength(2)
})

it.each([
  ['no thinking', 'Just text.', 'Just text.'],
  ['thinking first', '<think>hm</think>Text.', 'Text.'],
  ['upper case', '<THINK>hm</Think>Text.', 'Text.'],
  ['another name', '<thinking>hm</thinking>Text.', 'Text.'],
  ['in brackets', '[THINK]hm[/THINK]Text.', 'Text.'],
  ['twice', '<think>a</think>One. <think>b</think>Two.', 'One. Two.'],
  ['never closed', 'One. <think>hm and so on', 'One. '],
  ['a thought about the tag itself', '<think>I use <think> here</think>Text.', 'Text.'],
  ['opened in the template', 'I think so.\n</think>\n\nText.', '\n\nText.'],
  ['a stray closing tag later on', '<think>a</think>One. </think>Two.', 'One. Two.'],
])('%s', (_name, reply, text) => {
  expect(stripThinking(reply)).toBe(text)
})

import { PassThrough, Readable } from 'node:stream'
import { limits } from '@footnote/contract/limits'
import { expect, it } from 'vitest'
import { readQuestion } from './read-question.ts'
import { readSchema } from './read-schema.ts'

const pipe = (...chunks: (string | Uint8Array)[]) =>
  Readable.from(chunks.map(chunk => Buffer.from(chunk)))
const terminal = Object.assign(new PassThrough(), { isTTY: true })

it('prefers the arguments and does not read stdin then', async () => {
  expect(await readQuestion(terminal, ['What', 'is', 'it?'])).toBe('What is it?')
})

it('decodes characters split between chunks, and drops a byte order mark', async () => {
  const bytes = [...Buffer.from('\ufeffÖl – 石油')]
  const torn = pipe(...bytes.map(byte => new Uint8Array([byte])))
  expect(await readQuestion(torn, [])).toBe('Öl – 石油')
})

it.each([
  ['no question on a terminal', terminal, 'give a question, or pipe one in'],
  ['an empty pipe', pipe(''), 'the question is empty'],
  ['white space', pipe(' \n\t'), 'the question is empty'],
  ['bytes that are not UTF-8', pipe(new Uint8Array([0xff, 0xfe])), 'not UTF-8 text'],
  ['an endless pipe', pipe('x'.repeat(limits.bodyBytes), 'x'), 'exceeds the limit'],
])('rejects %s', async (_name, stdin, says) => {
  await expect(readQuestion(stdin, [])).rejects.toThrow(says)
})

it.each([
  ['a missing file', '/nonexistent', 'cannot read'],
  ['a folder', '/', 'cannot read'],
  ['an endless file', '/dev/zero', 'exceeds'],
])('rejects a schema from %s', async (_name, file, says) => {
  await expect(readSchema(pipe(), file)).rejects.toThrow(says)
})

it.each([['['], ['[]'], ['null'], ['"x"'], ['']])('rejects %j as a schema', async text => {
  await expect(readSchema(pipe(text), '-')).rejects.toThrow(
    /is not valid JSON|must contain a JSON object/,
  )
})

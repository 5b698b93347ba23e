import { PassThrough, Readable } from 'node:stream'
import { limits } from '@footnote/contract/limits'
import { expect, it } from 'vitest'
import { readQuestion } from './read-question.ts'
import { readSchema } from './read-schema.ts'

const pipe = (...chunks: (string | Uint8Array)[]) =>
  Readable.from(chunks.map(chunk => Buffer.from(chunk)))
const terminal = Object.assign(new PassThrough(), { isTTY: true })

it('words win over a pipe, which is not touched then', async () => {
  expect(await readQuestion(terminal, ['What', 'is', 'it?'])).toBe('What is it?')
})

it('characters that are torn between two chunks stay whole, and a byte order mark goes', async () => {
  const bytes = [...Buffer.from('\ufeffÖl – 石油')]
  const torn = pipe(...bytes.map(byte => new Uint8Array([byte])))
  expect(await readQuestion(torn, [])).toBe('Öl – 石油')
})

it.each([
  ['at a terminal without words', terminal, 'give a question, or pipe one in'],
  ['an empty pipe', pipe(''), 'the question is empty'],
  ['white space', pipe(' \n\t'), 'the question is empty'],
  ['bytes that are no text', pipe(new Uint8Array([0xff, 0xfe])), 'not text in UTF-8'],
  ['a pipe without end', pipe('x'.repeat(limits.bodyBytes), 'x'), 'nothing was sent'],
])('%s is refused', async (_name, stdin, says) => {
  await expect(readQuestion(stdin, [])).rejects.toThrow(says)
})

it.each([
  ['a file that is not there', '/nonexistent', 'cannot be read'],
  ['a folder', '/', 'cannot be read'],
  ['a file without end', '/dev/zero', 'longer than'],
])('a schema from %s is refused', async (_name, file, says) => {
  await expect(readSchema(pipe(), file)).rejects.toThrow(says)
})

it.each([['['], ['[]'], ['null'], ['"x"'], ['']])('%j is no schema', async text => {
  await expect(readSchema(pipe(text), '-')).rejects.toThrow(/is not JSON|is no JSON object/)
})

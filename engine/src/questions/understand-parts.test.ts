import { expect, it } from 'vitest'
import { answerOf, type FactAnswer } from '../facts/answer.ts'
import type { Fact } from '../facts/fact.ts'
import { understandParts } from './understand-parts.ts'

const ANSWER = answerOf({ text: 'Yes.', facts: [] })

function answerAbout(name: string, kind = 'country'): FactAnswer {
  const fact = { subject: { id: 1, kind, key: name, name } } as unknown as Fact
  return answerOf({ text: `${name} is large.`, facts: [fact] })
}

it('hands the places of an answered part to the next one', async () => {
  const seen: (readonly string[])[] = []
  const parts = [
    { question: 'How large is Peru', answer: answerAbout('Peru') },
    { question: 'what religion are most' },
  ]
  const understood = await understandParts(parts, {
    input: 'How large is Peru and what religion are most',
    async restate(_, before) {
      seen.push(before)
      return { clauses: ['religion'], names: before }
    },
    answer: () => ANSWER,
  })
  expect(seen).toEqual([['Peru'], ['Peru']])
  expect(understood.map(({ answer }) => answer)).toEqual([parts[0]?.answer, ANSWER])
})

it('asks for the whole question if none of its parts is answered', async () => {
  const input = 'Who is larger, and by how much, Chile or Peru?'
  const understood = await understandParts(
    [{ question: 'Who is larger' }, { question: 'Chile?' }],
    {
      input,
      restate: async question => ({ clauses: question === input ? ['area'] : [], names: [] }),
      answer: () => ANSWER,
    },
  )
  expect(understood).toEqual([{ question: input, answer: ANSWER }])
})

it.each([
  [['Area'], 'Peru is large.'],
  [['Area', 'Climate'], 'Peru is dry.'],
])('takes the answer that has more of the fields: %s', async (labels, said) => {
  const factOf = (label: string) => ({
    subject: { id: 1, kind: 'country', key: 'pe', name: 'Peru' },
    attribute: { label },
  })
  const answers = (text: string, ...held: string[]) =>
    answerOf({ text, facts: held.map(factOf) as unknown as Fact[] })
  const question = 'How large is Peru, and how dry?'
  const [part] = await understandParts([{ question, answer: answers('Peru is large.', 'Area') }], {
    input: question,
    restate: async () => ({ clauses: ['area and climate'], names: ['Peru'], labels }),
    answer: () => answers('Peru is dry.', 'Area', 'Climate'),
  })
  expect(part?.answer?.statements[0]?.text).toBe(said)
})

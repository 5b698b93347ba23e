import { expect, it } from 'vitest'
import { answerOf, type FactAnswer } from '../facts/answer.ts'
import type { Fact } from '../facts/fact.ts'
import { understandParts } from './understand-parts.ts'

const ANSWER = answerOf({ text: 'Yes.', facts: [] })

function answerAbout(name: string, kind = 'country'): FactAnswer {
  const subject = { id: 1, kind, key: name, name }
  const fact = {
    subject,
    attribute: { label: 'Area', collection: 'world-factbook' },
  } as unknown as Fact
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

it('does not take what was said already for the answer to another part', async () => {
  const understood = await understandParts(
    [{ question: 'How large is Peru' }, { question: 'how is it governed' }],
    {
      input: 'How large is Peru and how is it governed',
      restate: async () => ({ clauses: ['area'], names: ['Peru'] }),
      answer: () => answerAbout('Peru'),
    },
  )
  expect(understood[1]).toEqual({ question: 'how is it governed' })
})

it('asks for the parts of a question in another language', async () => {
  const asked: string[] = []
  await understandParts([{ question: 'Wie groß ist Peru und wie viele Einwohner hat es?' }], {
    input: 'Wie groß ist Peru und wie viele Einwohner hat es?',
    async restate(question) {
      asked.push(question)
      return { clauses: [question], names: ['Peru'] }
    },
    answer: question => answerAbout(question),
  })
  expect(asked).toEqual(['Wie groß ist Peru', 'wie viele Einwohner hat es?'])
})

it.each([
  [['Area'], 'Peru is large.'],
  [['Area', 'Climate'], 'Peru is dry.'],
])('takes the answer that has more of the fields: %s', async (labels, said) => {
  const factOf = (label: string) => ({
    subject: { id: 1, kind: 'country', key: 'pe', name: 'Peru' },
    attribute: { label, collection: 'world-factbook' },
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

it('keeps an answer about the same measure in another collection', async () => {
  const own = answerOf({
    text: 'Its peak was in 1998.',
    facts: [
      { subject: { kind: 'country', name: 'Poland' }, attribute: { label: 'Population by year' } },
    ] as unknown as Fact[],
  })
  const question = 'In which year was its population highest?'
  const [part] = await understandParts([{ question, answer: own }], {
    input: question,
    restate: async () => ({ clauses: ['population'], names: [], labels: ['Population'] }),
    answer: () => ANSWER,
  })
  expect(part?.answer).toEqual(own)
})

it('drops an answer without a name of the question that no collection knows', async () => {
  const question = 'Which presidents of Peru came from Onhava?'
  const understood = await understandParts([{ question }], {
    input: question,
    restate: async () => ({ clauses: ['president'], names: ['Peru'], strangers: ['Onhava'] }),
    answer: () => answerAbout('Peru'),
  })
  expect(understood).toEqual([{ question }])
})

it('drops the holders of seats in all states', async () => {
  const question = 'who were the senators from california in 2010'
  const seat = { start: '2009-01-03', qualifier: 'Ohio', attribute: { label: 'Senator' } }
  const understood = await understandParts([{ question }], {
    input: question,
    restate: async () => ({ clauses: ['senators'], names: [] }),
    answer: () => answerOf({ text: 'One was.', facts: [seat] as unknown as Fact[] }),
  })
  expect(understood).toEqual([{ question }])
})

it('keeps a ranking that the rules have read', async () => {
  const list = { facts: [], isRanked: true, isForOne: true }
  const part = { question: 'Who is the oldest', answer: { ...answerAbout('Peru'), list } }
  const understood = await understandParts([part], {
    input: part.question,
    restate: async () => ({ clauses: ['population'], labels: ['Population'], names: [] }),
    answer: () => answerAbout('Chile'),
  })
  expect(understood).toEqual([part])
})

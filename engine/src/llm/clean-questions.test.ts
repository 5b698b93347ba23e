import { describe, expect, it } from 'vitest'
import { cleanQuestions } from './plan.ts'

const LIMITS = { most: 5, queriesEach: 3 }

describe('questions', () => {
  it('are limited in number, however many a model returns', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ask(`How deep is lake ${at}?`))
    expect(cleanQuestions(many, LIMITS)).toHaveLength(5)
  })

  it('are asked once, and not if they were asked before', () => {
    const kept = questions(
      [
        'How deep is the lake?',
        'how deep is this LAKE',
        'Depths of the lakes',
        'Who dug the lake?',
      ],
      ['Who was it that dug the lake?'],
    )
    expect(kept).toEqual(['How deep is the lake?', 'Depths of the lakes'])
  })

  it('of the same words that ask for different things are different', () => {
    const asked = ['When was the lake dug?', 'Why was the lake dug?', 'Who dug the lake?']
    expect(questions(asked)).toEqual(asked)
  })

  it('are not empty', () => {
    expect(questions(['', '  \n ', '???', '-', '\u200b', 'https://evil.example/x'])).toEqual([])
  })

  it('are one line without numbers, addresses and invisible characters', () => {
    expect(questions(['1. How\ndeep\u0000 is\u202e it? https://evil.example/?q=secret'])).toEqual([
      'How deep is it?',
    ])
  })

  it('are cut between words when they are too long, even by far', () => {
    const [question = ''] = questions([`How deep ${'is the lake '.repeat(100_000)}`])
    expect(question.length).toBeLessThanOrEqual(400)
    expect(question).toMatch(/(?:is|the|lake)$/)
  })
})

describe('queries', () => {
  it.each([
    ['lake depth site:evil.example', 'lake depth'],
    ['https://evil.example/?leak=1 lake depth', 'lake depth'],
    ['lake evil.example/path depth', 'lake depth'],
    ['www.evil.example lake depth', 'lake depth'],
    ['"lake depth" OR (pond depth) -river', 'lake depth pond depth river'],
    ['filetype:pdf intitle:lake lake depth', 'lake depth'],
    ['Booking.com revenue 2024', 'Booking.com revenue 2024'],
    ['10-K filing AT&T', '10-K filing AT&T'],
    ['琵琶湖 水深', '琵琶湖 水深'],
    ['one two three four five six seven eight nine ten eleven twelve thirteen', undefined],
  ])('"%s" are words to search for and nothing else', (written, query) => {
    expect(queries([written])).toEqual([
      query ?? 'one two three four five six seven eight nine ten eleven twelve',
    ])
  })

  it('are dropped if only addresses and operators are in them', () => {
    expect(queries(['site:evil.example', 'https://evil.example', '', '"" ()', '-'])).toEqual([])
  })

  it('are few, short and different', () => {
    const kept = queries(['Lake depth', 'lake DEPTH', 'x'.repeat(100_000), 'b', 'c', 'd'])
    expect(kept).toEqual(['Lake depth', 'x'.repeat(200), 'b'])
  })
})

function ask(question: string) {
  return { question, queries: [] }
}

function questions(written: readonly string[], known: readonly string[] = []) {
  return cleanQuestions(written.map(ask), { ...LIMITS, known }).map(one => one.question)
}

function queries(written: readonly string[]) {
  return cleanQuestions([{ question: 'How deep is it?', queries: written }], LIMITS)[0]?.queries
}

import { describe, expect, it } from 'vitest'
import { isStatement } from '../evidence/units.ts'
import type { Passage } from '../library/passage.ts'
import type { Reader } from '../reader/reader.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import { findAnswers } from './find-answers.ts'

const zembla = passage(1, 'Zembla — Almanac', [
  'Budget (in even prices): $5 million (2014)',
  'Capital — name: Onhava',
  'Courts — judges: named by the Queen of Caldis on the advice of a council',
  '',
  'Merchants complain of red tape in the business of the harbour.',
])
const caldis = passage(2, 'Caldis — Almanac', [
  'Budget (in even prices): $7 million (2014)',
  'Capital — name: Grelod',
])
const handbook = passage(3, 'Handbook', ['Parental leave: 14 weeks', 'Holidays: 30 days'])
const light = passage(4, 'Skerry Lighthouse', [
  'Skerry Lighthouse stands on a reef. It was first lit in 1844. Its keeper was Alan Stevens.',
])

async function answers(question: string, passages: readonly Passage[]) {
  return await findAnswers(question, passages, { reader: await sharedReader(), most: 8 })
}

describe('an answer', () => {
  it('is the sentence that says it, with the phrase that was asked for', async () => {
    const [best] = await answers('When was Skerry Lighthouse first lit?', [zembla, light])
    expect(best?.text).toBe('It was first lit in 1844.')
    expect(light.text.slice(best?.phrase?.start, best?.phrase?.end)).toBe('1844')
  })

  it('may be a field that no other document has', async () => {
    const [best] = await answers('How long is parental leave?', [handbook, zembla])
    expect(best).toMatchObject({ label: 'Parental leave', text: 'Parental leave: 14 weeks' })
  })

  it('is the field of the document that is named, though others have it too', async () => {
    const found = await answers('What is the capital of Caldis?', [zembla, caldis])
    expect(found.map(({ text }) => text)).toEqual(['Capital — name: Grelod'])
  })

  it.each([
    'Who is the Queen of Caldis?',
    'Can I fly business class?',
    'What is the capital?',
    '1+1?',
  ])('is refused where only words agree: %s', async question => {
    expect(await answers(question, [zembla, caldis])).toEqual([])
  })

  it('comes from the first passages only, up to the limit', async () => {
    const reader = await sharedReader()
    const question = 'When was Skerry Lighthouse first lit?'
    expect(await findAnswers(question, [zembla, light], { reader, most: 1 })).toEqual([])
  })

  it('is a whole line of a list, so that an option keeps its default', async () => {
    const options = passage(5, 'Lantern', [
      'wick {number} The length of the wick. Default: 12.',
      'shade {string} The colour of the shade. Default: green.',
    ])
    const [best] = await answers('What is the default length of the wick?', [options])
    expect(best?.text).toBe('wick {number} The length of the wick. Default: 12.')
  })

  it('is refused where a name has another number', async () => {
    const signals = passage(6, 'Signals', ['To send Morse/2 signals, set the switch to two.'])
    expect(await answers('How do I send Morse/2 signals?', [signals])).toHaveLength(1)
    expect(await answers('How do I send Morse/3 signals?', [signals])).toEqual([])
  })

  it('is looked for in further passages only if the first do not answer for sure', async () => {
    const shared = await sharedReader()
    const counts: number[] = []
    const reader: Reader = {
      ...shared,
      read: async (question, passages, options) => {
        counts.push(passages.length)
        return await shared.read(question, passages, options)
      },
    }
    const options = { reader, most: 2, first: 1 }
    await findAnswers('When was Skerry Lighthouse first lit?', [light, handbook], options)
    expect(counts).toHaveLength(1)
    await findAnswers('When was Skerry Lighthouse first lit?', [handbook, light], options)
    expect(counts).toHaveLength(2)
  })

  it('needs higher odds if the passage lacks the rarest word of the question', async () => {
    const reader: Reader = {
      ...(await sharedReader()),
      read: async (_, passages) =>
        passages.map(() => ({
          answers: -2,
          spans: [{ start: 0, end: 6, score: -1 }],
          windows: 1,
          supports: 0,
        })),
    }
    const options = { reader, most: 2 }
    expect(await findAnswers('Who lit the reef?', [light], options)).toHaveLength(1)
    expect(await findAnswers('Who painted the reef?', [light], options)).toEqual([])
  })

  it('may be a line with a label among prose, which is quoted as it is', async () => {
    const lines = ['Default: 1048576 (1 MiB)', '', 'The largest body that the server accepts.']
    const option = { ...passage(5, 'Server', lines), headings: ['bodyLimit'] }
    const [best] = await answers('What is the default body limit of the server?', [option])
    expect(best).toMatchObject({ text: 'Default: 1048576 (1 MiB)' })
    expect(best).not.toHaveProperty('label')
  })
})

it('does not quote an introduction to a list or a caption by itself', () => {
  expect(isStatement({ text: 'The table shows sales by product (in millions):' })).toBe(false)
  expect(isStatement({ text: 'Sales by product' })).toBe(false)
  expect(isStatement({ text: 'Sales rose by product.' })).toBe(true)
})

function passage(documentId: number, title: string, lines: readonly string[]): Passage {
  return {
    documentId,
    title,
    url: `https://library.example/${documentId}`,
    start: 0,
    text: lines.join('\n'),
    headings: [],
    score: 1,
  }
}

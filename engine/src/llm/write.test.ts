import { describe, expect, it, test } from 'vitest'
import { budgets } from '../budgets.ts'
import type { Finding, FoundSentence } from '../evidence/finding.ts'
import { createLedger } from '../evidence/ledger.ts'
import { passageOf } from '../write/testing/quoted.ts'
import type { Prompt } from './client/model.ts'
import { ModelFault } from './client/model.ts'
import { scriptedModel } from './client/testing/scripted-model.ts'
import { reportOf } from './testing/report-of.ts'
import { writeWithModel } from './write.ts'

const sentence = (documentId: number, text: string): FoundSentence => ({
  passage: passageOf(documentId, text, { publishedOn: '2024-05-01' }),
  span: { start: 0, end: text.length },
  text,
  score: 1,
})

function findingOf(
  question: string,
  texts: readonly string[],
  rest: Partial<Finding> = {},
): Finding {
  const sentences = texts.map((text, at) => sentence(question.length * 100 + at, text))
  return { part: { question }, sentences, related: [], ...rest }
}

function write(
  script: { readonly write?: () => string },
  {
    findings = [findingOf('When?', ['The harbour opened in 1987.', 'It has three piers.'])],
    language = 'en',
    effort = 'standard' as 'standard' | 'lite',
    contextTokens = 8_000,
  } = {},
) {
  const { write: text } = script
  const model = scriptedModel(text ? { write: () => reportOf(text()) } : {}, { contextTokens })
  const draft = writeWithModel(model, {
    input: 'When did the harbour open?',
    language,
    kind: 'research',
    findings,
    ledger: createLedger(),
    effort,
    limits: budgets[effort],
    today: '2026-11-15',
    timeoutMs: 1_000,
    maxTokens: 1_000,
  })
  return { model, draft }
}

const idsShown = ({ user = '' }: Partial<Prompt> = {}) => user.match(/^[EF]\d+$/gm) ?? []

it('shows the quotes with their ids, titles and dates, fenced, and the rules', async () => {
  const { model, draft } = write({ write: () => 'It opened in 1987 [E1].' })
  await draft
  const [prompt] = model.prompts
  expect(idsShown(prompt)).toEqual(['E1', 'E2'])
  expect(prompt?.user).toMatch(
    /<<<quote \w+>>>\nPage \d+ \(2024-05-01\)\nThe harbour opened in 1987\./,
  )
  expect(prompt?.system).toContain('"en"')
  expect(prompt?.system).toContain('2026-11-15')
})

it('makes a draft of sentences that cite quotes and drops the rest', async () => {
  const text = 'It opened in 1987 [E1]. It is the best [E50]. It has three piers [E2].'
  const { sections, language } = await write({ write: () => text }).draft
  expect(sections[0]?.paragraphs.flat().map(one => one.text)).toEqual([
    'It opened in 1987.',
    'It has three piers.',
  ])
  expect(language).toBe('en')
})

it('shows calculated sentences with their own ids', async () => {
  const found = sentence(9, 'Fees: 99.0 then 112.5')
  const ledger = createLedger()
  const evidence = [ledger.enter(found.passage, found.span)]
  const statement = { text: 'Fees rose by 13.6%.', evidence, isVerbatim: false, computed: [13.64] }
  const finding = findingOf('Fees?', ['Fees matter.'], {
    figures: { statements: [statement], conflicts: [], answered: [], missing: [] },
  })
  const { model, draft } = write(
    { write: () => 'Fees rose by 13.6% [F1].' },
    { findings: [finding] },
  )
  const [written] = (await draft).sections[0]?.paragraphs[0] ?? []
  expect(written).toMatchObject({ computed: [13.64], evidence, facts: [statement] })
  expect(idsShown(model.prompts[0])).toEqual(['F1', 'E1'])
})

it('fits the material to the context, the best of each part first', async () => {
  const many = (question: string) =>
    findingOf(
      question,
      Array.from({ length: 12 }, (_, at) => `${question} ${at} ${'word '.repeat(200)}`),
    )
  const findings = [many('One?'), many('Second?')]
  const { model, draft } = write(
    { write: () => 'It is so [E1].' },
    { findings, contextTokens: 4_000 },
  )
  await draft
  const user = model.prompts[0]?.user ?? ''
  expect((user.length + (model.prompts[0]?.system.length ?? 0)) / 3).toBeLessThan(3_000)
  expect(user).toContain('One? 0 ')
  expect(user).toContain('Second? 0 ')
  expect(user).not.toContain('One? 11 ')
})

it('ignores citations of quotes that the model was not shown', async () => {
  const long = 'word '.repeat(3_000)
  const findings = [findingOf('One?', ['Short one.', `Long ${long}.`])]
  const text = 'Short one [E1]. Another thing that was long [E2].'
  const { model, draft } = write({ write: () => text }, { findings, contextTokens: 2_000 })
  const { sections } = await draft
  expect(idsShown(model.prompts[0])).toEqual(['E1'])
  expect(sections[0]?.paragraphs.flat()).toHaveLength(1)
})

it('adds gaps, and leaves headings out of a short answer', async () => {
  const findings = [
    findingOf('When?', ['The harbour opened in 1987.']),
    findingOf('Who built it?', []),
  ]
  const script = { write: () => '## Answer\n\nIt opened in 1987 [E1].' }
  const full = await write(script, { findings }).draft
  expect(full.sections.at(-1)).toMatchObject({ heading: 'Not found', notes: ['- Who built it'] })
  const short = await write(script, { findings, effort: 'lite' }).draft
  expect(short.sections.map(({ heading }) => heading)).toEqual([undefined, undefined])
  expect(short.sections.at(-1)?.notes).toEqual(['Not found: Who built it'])
})

describe('a fault', () => {
  it.each([
    ['nothing', ''],
    ['only headings', '# One\n\n## Two'],
    ['no ids', 'The harbour opened in 1987, as everybody knows.'],
    ['a refusal', "I'm sorry, but I can't help with that."],
    ['only invented ids', 'It opened in 1987 [E40].'],
  ])('is a text with %s', async (_, text) => {
    await expect(write({ write: () => text }).draft).rejects.toThrow(ModelFault)
  })

  test('is thrown without a prompt if no quote fits into the context', async () => {
    const { model, draft } = write({ write: () => 'It opened [E1].' }, { contextTokens: 1_200 })
    await expect(draft).rejects.toMatchObject({ name: 'ModelFault', kind: 'too-long' })
    expect(model.prompts.length).toBe(0)
  })

  test('of the model is passed on', async () => {
    await expect(write({}).draft).rejects.toThrow(ModelFault)
  })
})

describe('the wrong language', () => {
  const english =
    'The harbour was opened in the year 1987 and it has three piers that are used by all of the ships [E1].'
  const german =
    'Der Hafen wurde im Jahr 1987 eröffnet und er hat drei Piere, die von allen Schiffen genutzt werden [E1].'

  test('causes one more request in the right language', async () => {
    const replies = [english, german]
    const { model, draft } = write({ write: () => replies.shift() ?? '' }, { language: 'de' })
    const { sections } = await draft
    expect(sections[0]?.paragraphs.flat()[0]?.text).toContain('Der Hafen')
    expect(model.prompts[1]?.user).toContain('it is not in the language "de"')
  })

  test('twice is a fault', async () => {
    const { draft } = write({ write: () => english }, { language: 'de' })
    await expect(draft).rejects.toThrow(ModelFault)
  })

  test('is not detected in a text in the right language', async () => {
    const { model, draft } = write({ write: () => german }, { language: 'de-at' })
    await draft
    expect(model.prompts).toHaveLength(1)
  })
})

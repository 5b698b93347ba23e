import type { FakeRequest, FakeScript } from '../../llm/client/testing/fake-model.ts'
import type { FakeReply } from '../../llm/client/testing/fake-replies.ts'
import { reportOf } from '../../llm/testing/report-of.ts'

/** Words that say nothing of what a text is about. */
const STOP_WORDS = new Set(
  'a an and are as at by for from has have how in is it its of on or that the this to was were what when which who why with did does do much many'.split(
    ' ',
  ),
)
const LEAST_SHARED = 0.3

export interface Quote {
  /** Such as E3 or F1. */
  readonly id: string
  readonly title: string
  readonly text: string
}

/**
 * What an honest model of modest gifts says to our prompts: it plans the question as it is, quotes
 * sentences that share its words, writes each quote with its id, and judges by words. Tests replace
 * its steps one by one.
 */
export const sensibleModel: FakeScript = {
  plan: request => ({ json: plan(request) }),
  read: request => ({ json: { quotes: read(request) } }),
  reflect: { json: { missing: [] } },
  write: request => writeFrom(request, ({ text }) => text),
  judge: request => ({ json: { judgements: judge(request) } }),
  fill: request => ({ json: fill(request) }),
}

/** A report with one sentence for each quote that the prompt shows, put as the test wants it. */
export function writeFrom(
  request: FakeRequest,
  say: (quote: Quote) => string,
  more = '',
): FakeReply {
  const sentences = quotesShown(request).map(quote =>
    say(quote).replace(/([.!?])?$/, (_, stop = '.') => ` [${quote.id}]${stop}`),
  )
  return { json: { lines: [...sentences, '', ...reportOf(more).lines] } }
}

/** The quotes and calculated sentences of a prompt to write. */
export function quotesShown({ user }: FakeRequest): Quote[] {
  const shown = user.matchAll(/^([EF]\d+)\n<<<(?:quote|calculated) \w+>>>\n([\s\S]*?)\n<<<end of/gm)
  return [...shown].map(([, id = '', text = '']) => {
    if (id.startsWith('F')) return { id, title: '', text }
    const [title = '', ...quote] = text.split('\n')
    return { id, title, text: quote.join('\n') }
  })
}

/** What stands between a prompt's marks of that name. */
export function fenced({ user }: FakeRequest, name: string): string[] {
  return [...user.matchAll(new RegExp(`<<<${name} (\\w+)>>>\\n([\\s\\S]*?)\\n<<<end of`, 'g'))].map(
    ([, , text = '']) => text,
  )
}

/** The sentences of a prompt to read, by their number. */
export function sentencesShown({ user }: FakeRequest): { number: number; text: string }[] {
  return Array.from(user.matchAll(/^S(\d+): (.*)$/gm), ([, number, text = '']) => ({
    number: Number(number),
    text,
  }))
}

function plan(request: FakeRequest) {
  const [asked = ''] = fenced(request, 'request')
  const question = asked.split('\n\nTo be filled in:')[0] ?? asked
  return {
    language: /\b(?:auf Deutsch|wie|wann|welche)\b/i.test(question) ? 'de' : 'en',
    isFinance: /\b(?:revenue|margin|net income|profit)\b/i.test(question),
    questions: [{ question, queries: [question] }],
  }
}

function read(request: FakeRequest) {
  const [question = ''] = fenced(request, 'question')
  const asked = wordsOf(question)
  return sentencesShown(request)
    .map(({ number, text }) => ({ sentence: number, relevance: share(asked, wordsOf(text)) }))
    .filter(({ relevance }) => relevance >= LEAST_SHARED)
}

function judge(request: FakeRequest) {
  const quotes = fenced(request, 'quotes')
  return fenced(request, 'claim').map((claim, at) => {
    const shared = share(wordsOf(claim), wordsOf(quotes[at] ?? ''))
    return {
      claim: at + 1,
      verdict: shared >= 0.9 ? 'supported' : shared >= 0.5 ? 'partly' : 'unsupported',
    }
  })
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
}

/** Each property from the quote that shares most words with its name. */
function fill(request: FakeRequest) {
  const { properties = {} } = request.schema as Shape
  const entries = request.user
    .matchAll(/^(E\d+) \([^\n]*?\): (.*)$/gm)
    .map(([, id = '', text = '']) => ({ id, text }))
    .toArray()
  const filled = Object.entries(properties).flatMap(([name, { type }]) => {
    const asked = wordsOf(name.replaceAll('_', ' '))
    const [best] = entries
      .map(entry => ({ ...entry, shared: share(asked, wordsOf(entry.text)) }))
      .toSorted((one, other) => other.shared - one.shared)
    if (!best || best.shared === 0) return []
    const figure = /\d[\d,.]*\d|\d/.exec(best.text)?.[0].replaceAll(',', '')
    const isNumber = [type].flat().some(one => one === 'number' || one === 'integer')
    return [{ name, value: isNumber ? Number(figure) : best.text }]
  })
  return Object.fromEntries(filled.map(({ name, value }) => [name, value]))
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter(word => !STOP_WORDS.has(word)))
}

function share(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return asked.intersection(said).size / Math.max(1, asked.size)
}

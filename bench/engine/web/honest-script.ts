import type { FakeScript } from '../../../engine/src/llm/client/testing/fake-model.ts'
import { readClaims, readShown } from '../hostile/read-prompt.ts'
import { open } from '../hostile/strategy.ts'

const REQUEST = /<<<request \w+>>>\n([\s\S]*?)\n<<<end of request/
const COMPARISON = /^Compare the (.+) and (.+) of (.+) and (.+)$/
/** The first long sentence of a passage. */
const PASSAGE = /<<<P\d+ \w+>>>(?:(?!<<<end)[\s\S])*?\nS(\d+): (?=.{30})/g
const MOST_QUOTES = 6
const MOST_SENTENCES = 30

/** A model that follows its prompts and invents nothing. */
export const honestScript: FakeScript = {
  plan: ({ user }) => ({
    json: { language: 'en', isFinance: false, questions: questionsOf(user).map(withQuery) },
  }),
  read: ({ user }) => ({
    json: {
      quotes: Array.from(user.matchAll(PASSAGE), ([, number]) => ({
        sentence: Number(number),
        relevance: 0.8,
      })).slice(0, MOST_QUOTES),
    },
  }),
  reflect: ({ user }) => {
    const [, , , one, other] = COMPARISON.exec(requestOf(user)) ?? []
    const missing = [one, other].filter(name => name !== undefined)
    return { json: { missing: missing.map(name => withQuery(`What is the climate of ${name}?`)) } }
  },
  write({ user }) {
    const shown = readShown(user).filter(({ text }) => !text.includes('\n'))
    const lines = shown.slice(0, MOST_SENTENCES).map(({ text, id }) => `${open(text)} [${id}].`)
    return { json: { lines } }
  },
  judge: ({ user }) => ({
    json: {
      judgements: readClaims(user).map(({ claim }) => ({ claim, verdict: 'supported' })),
    },
  }),
}

function requestOf(user: string): string {
  return REQUEST.exec(user)?.[1] ?? ''
}

/** Makes one question for each attribute and side of a comparison. */
function questionsOf(user: string): string[] {
  const request = requestOf(user)
  const [, ...named] = COMPARISON.exec(request) ?? []
  const [attribute, second, one, other] = named
  if (other === undefined) return [request]
  return [one, other].flatMap(subject =>
    [attribute, second].map(asked => `What is the ${asked} of ${subject}?`),
  )
}

function withQuery(question: string) {
  return { question, queries: [question.replace(/^What is the |\?$/g, '')] }
}

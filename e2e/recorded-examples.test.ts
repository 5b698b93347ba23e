import { readFileSync } from 'node:fs'
import { formats } from '@footnote/contract/formats'
import { AnswerResponse, ErrorResponse, ResearchResponse } from '@footnote/contract/responses'
import { beforeAll, expect, it } from 'vitest'
import { createValidateBody } from '../server/src/http/validate-body.ts'
import { askEngine } from './scene/ask-engine.ts'

const FILE = new URL('../web/src/pages/home/recorded-examples.json', import.meta.url)
const SCHEMAS = {
  answer: AnswerResponse,
  research: ResearchResponse,
  structured: ResearchResponse,
  refused: ErrorResponse,
}
const NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]

interface Recorded {
  readonly path: string
  readonly request: object
  readonly status: number
  readonly response: Body
}
/** The sources of a reply, and its structured output. */
interface Body {
  readonly answer?: string
  readonly citations?: unknown
  readonly output?: { readonly content: unknown; readonly sources: unknown }
  readonly code?: string
}

const recorded: Record<keyof typeof SCHEMAS, Recorded> = JSON.parse(readFileSync(FILE, 'utf8'))
let today: Awaited<ReturnType<typeof askEngine<keyof typeof SCHEMAS>>>
beforeAll(async () => {
  const requests = NAMES.map(name => [
    name,
    { path: recorded[name].path, body: recorded[name].request },
  ])
  today = await askEngine(Object.fromEntries(requests))
})

it.each(NAMES)('what the home page shows as %s is a reply as the contract has it', name => {
  const rules = () => []
  const shape = { ...formats, uuid: format(/^[0-9a-f-]{36}$/) }
  const validate = createValidateBody({ schema: SCHEMAS[name], rules }, { formats: shape })
  expect(() => validate(recorded[name].response)).not.toThrow()
})

it('the answer of the home page is plain text, since the page shows it without reading Markdown', () => {
  const { answer } = recorded.answer.response
  expect(answer?.replaceAll(/\[\[[\d, ]+\]\]/g, '')).toMatch(/^[^\n*_`#|<>[\]\\]+$/)
})

it.each(NAMES)(
  'the engine still replies to the %s of the home page from the same sources',
  name => {
    const { status, body } = today[name]
    expect(status).toBe(recorded[name].status)
    expect(sourcesOf(body as Body)).toEqual(sourcesOf(recorded[name].response))
  },
)

/** A report tells the age of its sources, which grows, so that its text is not compared. */
function sourcesOf({ citations, output, code }: Body) {
  const object = typeof output?.content === 'object' ? output.content : undefined
  return { citations, sources: output?.sources, object, code }
}

function format(pattern: RegExp) {
  return { check: (text: string) => pattern.test(text), message: 'is not of its format' }
}

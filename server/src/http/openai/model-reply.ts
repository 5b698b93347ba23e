import type { Model } from '@footnote/contract/models'
import { splitMarkers } from '@footnote/contract/report/markers'
import type {
  AnswerResponse,
  Billing,
  ResearchResponse,
  SubmissionResponse,
  TaskResponse,
} from '@footnote/contract/responses'
import type { Citation, ModelReply } from './dialect.ts'

type Source = ResearchResponse['output']['sources'][number]

/** The body of any paid result; that of a task has its billing in its submission. */
export type PaidBody = AnswerResponse | ResearchResponse | PaidTask
type PaidTask = TaskResponse & Pick<SubmissionResponse, 'billing'>

/** Turns the API’s reply into a text with citations at its markers. */
export function modelReply(model: Model, body: PaidBody): ModelReply {
  const { text, sources, billing } = readBody(body)
  return {
    requestId: billing.request_id,
    model,
    text,
    citations: citationsIn(text, sources),
    billing,
    createdAt: Math.floor(Date.now() / 1_000),
  }
}

function readBody(body: PaidBody): { text: string; sources: readonly Source[]; billing: Billing } {
  const { billing } = body
  if ('answer' in body) {
    const titles = new Map(body.results.web.map(({ url, title }) => [url, title]))
    const sources = body.citations.map(({ source: url }) => ({
      url,
      title: titles.get(url) ?? URL.parse(url)?.host ?? url,
    }))
    return { text: body.answer, sources, billing }
  }
  const output = 'output' in body ? body.output : body.result?.output
  if (!output) throw new Error('a completed task came without its output')
  const { content, sources } = output
  return { text: typeof content === 'string' ? content : JSON.stringify(content), sources, billing }
}

function citationsIn(text: string, sources: readonly Source[]): Citation[] {
  const citations: Citation[] = []
  let start = 0
  for (const piece of splitMarkers(text, sources.length)) {
    const end = start + [...(piece.kind === 'text' ? piece.text : piece.original)].length
    if (piece.kind === 'citation') {
      for (const number of piece.numbers) {
        const source = sources[number - 1]
        if (source) citations.push({ start, end, ...source })
      }
    }
    start = end
  }
  return citations
}

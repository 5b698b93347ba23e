import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { UPSTREAM_REASONS, type UpstreamReason } from '@footnote/contract/refund-causes'
import type { AnswerResult, Output, TaskState } from '@footnote/contract/responses'
import type { UpstreamReply } from './http-client.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/**
 * Readers of the upstream's bodies. Anything in another format becomes undefined, and fields that
 * our specification does not name are dropped.
 */
export function readAnswer(body: unknown): AnswerResult | undefined {
  if (!isJsonObject(body) || carriesError(body) || !isNonblank(body['answer'])) return undefined
  const citations = readList(body['citations'], readCitation)
  const results = body['results']
  const web = readList(isJsonObject(results) ? results['web'] : undefined, readWebResult)
  return citations && web && { answer: body['answer'], citations, results: { web } }
}

export function readResearch(
  body: unknown,
  { structured }: { structured: boolean },
): Output | undefined {
  if (!isJsonObject(body) || carriesError(body) || !isJsonObject(body['output'])) return undefined
  const { content, sources, fields } = body['output']
  const list = readList(sources, readSource)
  if (!list) return undefined
  if (structured) {
    if (!isJsonObject(content)) return undefined
    const evidence = readEvidence(fields, sources)
    return {
      content,
      content_type: 'object',
      sources: list,
      ...(evidence.length > 0 && { evidence }),
    }
  }
  if (!isNonblank(content)) return undefined
  const evidence = readExcerpts(sources)
  return {
    content,
    content_type: 'text',
    sources: list,
    ...(evidence.length > 0 && { evidence }),
  }
}

type Evidence = NonNullable<Output['evidence']>

const MOST_EXCERPTS = 2

/** The passages of each source that a report is based on. They belong to the report as a whole. */
function readExcerpts(sources: unknown): Evidence {
  if (!Array.isArray(sources)) return []
  return sources.flatMap((source, index) => {
    const quotes = isJsonObject(source) ? strings(source['snippets']) : []
    return quotes.slice(0, MOST_EXCERPTS).map(quote => ({ pointer: '', source: index + 1, quote }))
  })
}

/** Pairs each quote with the source that has it. Anything malformed is left out: a result needs no evidence. */
function readEvidence(fields: unknown, sources: unknown): Evidence {
  if (!Array.isArray(fields) || !Array.isArray(sources)) return []
  const texts = sources.map(source => (isJsonObject(source) ? strings(source['snippets']) : []))
  return fields.filter(isJsonObject).flatMap(({ pointer, sources: numbers, quotes }): Evidence => {
    if (typeof pointer !== 'string' || !Array.isArray(numbers)) return []
    const known = numbers.filter(number => Number.isInteger(number) && number in [null, ...texts])
    return strings(quotes).flatMap(quote => {
      const owner = known.find(number => texts[number - 1]?.some(text => text.includes(quote)))
      const source = owner ?? known[0]
      return source ? [{ pointer, source, quote }] : []
    })
  })
}

/** The upstream's id of an accepted task. */
export function readHandle(body: unknown): string | undefined {
  if (!isJsonObject(body) || carriesError(body)) return undefined
  if (body['status'] === 'failed' || body['status'] === 'cancelled') return undefined
  const id = body['task_id'] ?? body['id']
  return typeof id === 'string' && /^[\w.:~-]{1,200}$/.test(id) ? id : undefined
}

/** The result of one poll. */
export type Look =
  | { readonly kind: 'unfinished'; readonly state: TaskState | null }
  | { readonly kind: 'completed'; readonly output: Output; readonly endedAt: Date | undefined }
  | {
      readonly kind: 'failed'
      readonly endedAt: Date | undefined
      readonly reason?: UpstreamReason | undefined
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable' }

export function readTask(
  { status, body }: UpstreamReply,
  { remoteId, structured }: { remoteId: string; structured: boolean },
): Look {
  if (status === 404 && isJsonObject(body) && body['detail'] === 'Task not found') {
    return { kind: 'missing' }
  }
  if (status < 200 || status > 299 || !isJsonObject(body) || typeof body['status'] !== 'string') {
    return { kind: 'unavailable' }
  }
  const ids = [body['id'], body['task_id']].filter(id => id !== undefined && id !== null)
  if (ids.length > 0 && !ids.includes(remoteId)) return { kind: 'unavailable' }
  const endedAt = readInstant(body['completed_at'])
  switch (body['status']) {
    case 'queued':
    case 'running':
      return { kind: 'unfinished', state: body['status'] }
    case 'failed':
    case 'cancelled':
      return { kind: 'failed', endedAt, reason: readReason(body) }
    case 'completed': {
      const output = carriesError(body) ? undefined : readResearch(body['result'], { structured })
      return output ? { kind: 'completed', output, endedAt } : { kind: 'failed', endedAt }
    }
    default:
      // A word that we do not know changes nothing.
      return { kind: 'unfinished', state: null }
  }
}

/** Reads the only part of an upstream's failure that is passed on: a code with a message of ours. */
export function readReason(body: unknown): UpstreamReason | undefined {
  if (!isJsonObject(body)) return undefined
  return UPSTREAM_REASONS.find(reason => reason === body['reason'])
}

/** A time that says where: without a zone, or in another spelling, everybody would read another one. */
function readInstant(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

function readCitation(item: JsonObject): AnswerResult['citations'][number] | undefined {
  if (typeof item['source'] !== 'string') return undefined
  return { source: item['source'], excerpts: strings(item['excerpts']) }
}

function readWebResult(item: JsonObject): AnswerResult['results']['web'][number] | undefined {
  const { url, title, snippets, page_age } = item
  if (typeof url !== 'string') return undefined
  const result = { url, title: titleOr(title, url), snippets: strings(snippets) }
  return isNonblank(page_age) ? { ...result, page_age } : result
}

function readSource(item: JsonObject): Output['sources'][number] | undefined {
  const { url, title } = item
  return typeof url === 'string' ? { url, title: titleOr(title, url) } : undefined
}

/** Markers count list entries, so one bad entry spoils the list; a missing list is empty. */
function readList<T>(list: unknown, read: (item: JsonObject) => T | undefined): T[] | undefined {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return undefined
  const items: T[] = []
  for (const entry of list) {
    const item = isJsonObject(entry) ? read(entry) : undefined
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function titleOr(title: unknown, url: string): string {
  return isNonblank(title) ? title : (URL.parse(url)?.hostname ?? url)
}

function strings(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(entry => typeof entry === 'string') : []
}

function carriesError(body: JsonObject): boolean {
  return Boolean(body['error'])
}

function isNonblank(value: unknown): value is string {
  return typeof value === 'string' && /\P{White_Space}/u.test(value)
}

import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Output = components['schemas']['Output']

/** Calls every tool with only the types generated from the OpenAPI document. */
export async function useClient(baseUrl: string, key: string) {
  // Replies as JSON, since some operations also reply as a stream or CSV.
  const client = createClient<paths, 'application/json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
  })

  const answer = await client.POST('/api/v1/answer', { body: { query: 'Why?' } })
  if (answer.error) throw new Error(answer.error.message)

  const report = await research({ input: 'Why?' })
  const structured = await research({
    input: 'Why?',
    output_schema: {
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    },
  })
  const a: unknown = typeof structured.content === 'string' ? undefined : structured.content['a']

  const finance = await client.POST('/api/v1/finance_research', { body: { input: 'Why?' } })
  if (finance.error) throw new Error(finance.error.message)

  // @ts-expect-error: the types reject a value that the service refuses.
  const refused = await client.POST('/api/v1/answer', { body: { query: 'Why?', safesearch: 'x' } })
  const usage = await client.GET('/api/v1/usage')
  const wallet = await client.GET('/api/v1/wallet')
  return {
    answer: 'answer' in answer.data ? answer.data.answer : undefined,
    report: report.content,
    structured: a,
    finance: 'output' in finance.data ? finance.data.output.content : undefined,
    task: await runTask(),
    refused: refused.error?.code,
    tools: typeof usage.data === 'object' ? usage.data.calls.map(({ tool }) => tool) : undefined,
    balance: wallet.data?.balance_usd,
  }

  async function research(body: components['schemas']['ResearchRequest']): Promise<Output> {
    const { data, error } = await client.POST('/api/v1/research', { body })
    if (error) throw new Error(error.message)
    if (!('output' in data)) throw new Error('a synchronous call became a task')
    return data.output
  }

  async function runTask() {
    const body = { input: 'Why?', background: true }
    const { data: submitted } = await client.POST('/api/v1/research', { body })
    if (!submitted || !('task_id' in submitted)) throw new Error('no task was accepted')
    const params = { path: { task_id: submitted.task_id } }
    const { data: task } = await client.GET('/api/v1/research/{task_id}', { params })
    return { status: task?.status, content: task?.result?.output.content }
  }
}

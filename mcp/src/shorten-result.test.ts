import { expect, it } from 'vitest'
import { readReport } from './report-resource.ts'
import { shortenResult } from './shorten-result.ts'
import { toolResult } from './tool-result.ts'

const task_id = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const sources = [{ url: 'https://a.example', title: 'A' }]
const report = Array.from({ length: 100 }, (_, line) => `Line ${line} of it [[1]].`).join('\n')
const result = { output: { content: report, content_type: 'text', sources } }
const task = { task_id, status: 'completed', expires_at: '2026-11-17T00:00:00Z', result }

it('cuts a long report in words and structure alike, and links to the whole', async () => {
  const whole = toolResult({ status: 200, body: task })
  expect(shortenResult(whole, { reportCharacters: report.length })).toBe(whole)
  const { content, structuredContent } = shortenResult(whole, { reportCharacters: 500 })
  const [text, link] = content
  expect(text).toMatchObject({ text: expect.stringMatching(/^Line 0 .*Sources:\n\[1\] A: /s) })
  expect(JSON.stringify(text).length).toBeLessThan(1_000)
  expect(JSON.stringify(structuredContent).length).toBeLessThan(1_200)
  expect(link).toMatchObject({ type: 'resource_link', uri: `footnote://reports/${task_id}` })

  const uri = link && 'uri' in link ? link.uri : ''
  const send = async () => ({ status: 200, body: task })
  expect(await readReport({ send }, uri)).toContain(report)
  const gone = async () => ({ status: 404, body: {} })
  expect(await readReport({ send: gone }, uri)).toBeUndefined()
  expect(await readReport({ send }, 'footnote://reports/../usage')).toBeUndefined()
})

it('leaves errors and results that match a schema as they are', () => {
  const structured = { ...result.output, content: { rows: [report] }, content_type: 'object' }
  const whole = toolResult({ status: 200, body: { ...task, result: { output: structured } } })
  expect(shortenResult(whole, { reportCharacters: 500 })).toBe(whole)
  const error = toolResult({ status: 404, body: { code: 'NOT_FOUND', message: 'No.' } })
  expect(shortenResult(error, { reportCharacters: 1 })).toBe(error)
})

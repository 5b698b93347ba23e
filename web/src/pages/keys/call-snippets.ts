import type { Snippet } from '../../ui/code-block.tsx'
import { requestSnippets } from '../tools/snippets/request-snippets.ts'

/** A first call in three languages. */
export function callSnippets(account: { baseUrl: string; key: string }): Snippet[] {
  const body = { query: 'What is the capital of Bolivia?' }
  return requestSnippets({ ...account, request: { tool: 'answer', body } })
}

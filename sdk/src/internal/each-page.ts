import type { CallOptions } from '../core/footnote-options.ts'
import { sendRequest } from './send-request.ts'
import { pollLimitMs } from './time-limits.ts'
import type { Service } from './transport.ts'

const PAGE_ENTRIES = '100'

/** Fetches page after page of a list, as long as somebody asks for more. */
export async function* eachPage<Page extends { next_cursor?: string }>(
  service: Service,
  { method, path }: { method: string; path: string },
  { filter, options }: { filter: object; options: CallOptions | undefined },
): AsyncGenerator<Page, void, void> {
  const query = new URLSearchParams({ limit: PAGE_ENTRIES })
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value))
  }
  for (;;) {
    const call = { method, path: `${path}?${query}`, limitMs: pollLimitMs }
    const { body } = await sendRequest<Page>(service, call, options)
    yield body
    if (body.next_cursor === undefined) return
    query.set('cursor', body.next_cursor)
  }
}

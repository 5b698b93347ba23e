import { showJson } from './show-json.ts'

/**
 * Lets the form of an operation make the real call, with the key that was typed into it. The key is in
 * the fields alone: every form of the page shows the same, none outlives the page.
 */
export function addTryIt(form: HTMLFormElement): void {
  const [send, stop] = form.querySelectorAll('button')
  const output = form.querySelector<HTMLElement>('.reply')
  const state = output?.querySelector('p')
  const body = output?.querySelector('code')
  if (!send || !stop || !output || !state || !body) return
  let controller: AbortController | undefined

  const showPrice = () => {
    const price = priceOf(form)
    send.textContent = price === undefined ? 'Send' : `Send for $${price}`
  }
  const run = async () => {
    controller = new AbortController()
    const { signal } = controller
    const isPaid = form.dataset['prices'] !== undefined
    // Not disabled, which would take the focus away from whoever pressed it.
    send.ariaDisabled = 'true'
    stop.hidden = false
    output.hidden = false
    output.ariaBusy = 'true'
    state.textContent = 'Waiting …'
    body.replaceChildren()
    try {
      const startedMs = performance.now()
      const reply = await fetch(...requestOf(form, signal))
      state.textContent = describe(reply, performance.now() - startedMs)
      await showBody(reply, body)
      // A body may come long after its headers.
      state.textContent = describe(reply, performance.now() - startedMs)
    } catch {
      state.textContent = signal.aborted
        ? `Stopped.${isPaid ? ' A call that has started runs to its end and stays charged: see the usage history.' : ''}`
        : `No reply: the connection failed.${isPaid ? ' See the usage history before you send it again.' : ''}`
    }
    send.ariaDisabled = null
    controller = undefined
    stop.hidden = true
    output.ariaBusy = 'false'
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'key') shareKey(target.value)
    showPrice()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!controller) void run()
  })
  stop.addEventListener('click', () => controller?.abort())
  // A browser may have kept what was typed before a reload.
  showPrice()
  const folded = form.closest('details')
  if (folded) folded.hidden = false
}

/** What the call would cost by its body as it is now; undefined where it is free, or no JSON. */
function priceOf({ dataset, elements }: HTMLFormElement): string | undefined {
  if (dataset['prices'] === undefined) return undefined
  const prices = JSON.parse(dataset['prices']) as Record<string, string>
  const field = elements.namedItem('body')
  try {
    const { research_effort: effort = dataset['effort'] ?? '' } = JSON.parse(readValue(field))
    return prices[effort]
  } catch {
    return undefined
  }
}

function requestOf(form: HTMLFormElement, signal: AbortSignal): [string, RequestInit] {
  const { method = 'GET', path = '' } = form.dataset
  const valueIn = (name: string) => readValue(form.elements.namedItem(name)).trim()
  const key = valueIn('key')
  const isPost = method === 'POST'
  return [
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueIn(name))),
    {
      method,
      signal,
      headers: {
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: valueIn('body') }),
      // The key alone decides who pays, never a session of this browser.
      credentials: 'omit',
      cache: 'no-store',
    },
  ]
}

function describe({ status, headers }: Response, passedMs: number): string {
  const id = headers.get('x-request-id')
  return `${status} after ${(passedMs / 1_000).toFixed(2)} s, X-Request-Id ${id}`
}

/** JSON when it is whole, everything else as it comes. */
async function showBody(reply: Response, into: HTMLElement): Promise<void> {
  const type = reply.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    showJson(JSON.stringify(await reply.json(), null, 2), into)
    return
  }
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    into.append(part.value)
  }
}

function shareKey(value: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('form.try input[name=key]')) {
    field.value = value
  }
}

function readValue(field: Element | RadioNodeList | null): string {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField ? field.value : ''
}

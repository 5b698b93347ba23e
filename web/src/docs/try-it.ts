/**
 * Makes the form of an operation send the real request, with the API key typed into it. The key is
 * kept only in the fields: all forms of the page share it, and it is gone when the page is left.
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
    // Not `disabled`, which would take the focus away from the button.
    send.ariaDisabled = 'true'
    stop.hidden = false
    output.hidden = false
    output.ariaBusy = 'true'
    state.textContent = 'Waiting…'
    body.replaceChildren()
    try {
      const startedMs = performance.now()
      const reply = await fetch(...requestOf(form, signal))
      state.textContent = describe(reply, performance.now() - startedMs)
      await showBody(reply, body)
      // The body may arrive long after the headers.
      state.textContent = describe(reply, performance.now() - startedMs)
    } catch {
      state.textContent = signal.aborted
        ? `Stopped waiting.${isPaid ? ' The call keeps running and remains charged if it succeeds. Check your usage history.' : ''}`
        : `No reply: the connection failed.${isPaid ? ' Check your usage history before you send it again.' : ''}`
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
  // A browser may have restored the fields after a reload.
  showPrice()
  const folded = form.closest('details')
  if (folded) folded.hidden = false
}

/** Price of the call for the current body; undefined if it is free or the body is not JSON. */
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
      // The key decides who pays, never this browser's session.
      credentials: 'omit',
      cache: 'no-store',
    },
  ]
}

function describe({ status, headers }: Response, passedMs: number): string {
  const id = headers.get('x-request-id')
  return `${status} after ${(passedMs / 1_000).toFixed(2)} s, X-Request-Id ${id}`
}

/** Shows JSON once it is complete, and any other body as it arrives. */
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

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** Highlights JSON the way the server highlights the examples on the page. */
function showJson(text: string, into: HTMLElement): void {
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted = token, colon] = match
    into.append(text.slice(end, match.index))
    const span = document.createElement('span')
    span.className = colon ? 'name' : quoted.startsWith('"') ? 'text' : 'value'
    span.textContent = quoted
    into.append(span, colon ?? '')
    end = match.index + token.length
  }
  into.append(text.slice(end))
}

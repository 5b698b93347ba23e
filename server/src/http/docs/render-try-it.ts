import { examples } from '@footnote/contract/examples'
import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import { parametersOf } from '@footnote/contract/parameters'
import { prices } from '@footnote/contract/prices'
import { usdText } from '@footnote/contract/usd-text'
import { type Html, html } from './html.ts'

/**
 * Renders a form that makes the real call. It stays hidden until the documentation's script runs.
 */
export function renderTryIt(name: OperationName): Html {
  const operation: Operation = operations[name]
  const { method, path, summary, request, authenticated } = operation
  const own = prices.filter(({ tool }) => tool === name)
  const texts = Object.fromEntries(
    own.map(({ effort, costUnits }) => [effort ?? '', usdText(costUnits)]),
  )
  const inPath = parametersOf(operation).filter(parameter => parameter.in === 'path')
  const [body] = Object.values(request?.examples ?? {})
  return html`<details class="try-it" hidden><summary>Try it</summary>
<form class="try" data-method="${method}" data-path="${path}" aria-label="Try: ${summary}"${
    own.length > 0 &&
    html` data-prices="${JSON.stringify(texts)}" data-effort="${defaultEffort(operation)}"`
  }>
${
  authenticated &&
  html`<label>API key <input type="password" name="key" autocomplete="off" spellcheck="false" placeholder="fn_…" required></label>`
}
${inPath.map(
  parameter =>
    html`<label>${parameter.name} <input name="${parameter.name}" autocomplete="off" spellcheck="false" placeholder="${examples.requestId}" required></label>`,
)}
${
  body !== undefined &&
  html`<label>Request body <textarea name="body" spellcheck="false" rows="${rowsOf(body)}">${JSON.stringify(body, null, 2)}</textarea></label>`
}
<p class="actions"><button class="send">Send</button> <button type="button" hidden>Stop</button></p>
<div class="reply" hidden><p role="status"></p><pre tabindex="0" role="group" aria-label="Reply"><code></code></pre></div>
</form></details>`
}

function rowsOf(body: unknown): number {
  return JSON.stringify(body, null, 2).split('\n').length
}

/** Returns the default effort of a tool, nothing for a tool without efforts. */
function defaultEffort({ request }: Operation): string {
  const { properties } = (request?.schema ?? {}) as {
    properties?: Record<string, { default?: string }>
  }
  return properties?.['research_effort']?.default ?? ''
}

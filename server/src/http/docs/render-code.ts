import { type Html, html } from './html.ts'

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** A block of code that scrolls by itself, also by keyboard. */
export function renderCode({ title, code }: { title: string; code: string | Html }): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre></figure>`
}

/** JSON text with its names, strings and other values told apart. */
export function highlightJson(text: string): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon] = match
    parts.push(html`${text.slice(end, match.index)}`)
    if (colon) parts.push(html`<span class="name">${quoted}</span>${colon}`)
    else parts.push(html`<span class="${quoted ? 'text' : 'value'}">${token}</span>`)
    end = match.index + token.length
  }
  return html`${parts}${text.slice(end)}`
}

import { type Html, html } from './html.ts'

/** A sentence of the contract, with the names in backticks set as code. */
export function renderProse(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))
  return html`${parts}`
}

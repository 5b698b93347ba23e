/** Markup that needs no escaping: made by `html` or by the renderer of our own Markdown. */
export interface Html {
  readonly markup: string
}

export type HtmlPart = string | number | Html | readonly HtmlPart[] | undefined | false

/** Builds markup from a template and escapes every value that is not markup already. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return {
    markup: strings.reduce((markup, text, index) => markup + toMarkup(parts[index - 1]) + text),
  }
}

function toMarkup(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return 'markup' in part ? part.markup : part.map(toMarkup).join('')
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

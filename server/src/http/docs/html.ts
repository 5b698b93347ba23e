/** Markup that may stand in a page as it is: `html` makes it, and the renderer of our own Markdown. */
export interface Html {
  readonly markup: string
}

export type HtmlPart = string | number | Html | readonly HtmlPart[] | undefined | false

/** A template whose every value is escaped unless it is markup already. */
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

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** Highlights JSON the way the server highlights the examples on the page. */
export function showJson(text: string, into: HTMLElement): void {
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

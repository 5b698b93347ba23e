const SHOWN_MS = 2_000

/** Adds a copy button to every code block, if the browser offers a clipboard. */
export function addCopyButtons(): void {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) return
  for (const block of document.querySelectorAll('figure.code')) addCopyButton(clipboard, block)
}

function addCopyButton(clipboard: Clipboard, block: Element): void {
  const title = block.querySelector('figcaption')
  const code = block.querySelector('code')
  if (!title || !code) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Announced when it changes, and named after its block: a page has several copy buttons.
  button.ariaLive = 'polite'
  button.ariaLabel = `Copy: ${title.textContent}`
  const show = (text: string, label: string) => {
    button.textContent = text
    button.ariaLabel = label
  }
  const reset = () => show('Copy', `Copy: ${title.textContent}`)
  button.addEventListener('click', () => {
    void clipboard
      .writeText(code.textContent.trimEnd())
      .then(
        () => show('Copied', 'Copied'),
        () => show('Press Ctrl+C to copy', 'Press Ctrl+C to copy'),
      )
      .then(() => setTimeout(reset, SHOWN_MS))
  })
  block.append(button)
}

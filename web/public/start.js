// Starts the code of a prerendered page after the first paint. A page that can be read without its code
// waits until the reader does something, or for a while. For members, it starts at once.
{
  const { dataset } = document.currentScript
  const files = dataset.files.split(' ')
  const WAIT_MS = 15_000
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'scroll']
  const typed = document.querySelectorAll('input, select, textarea')
  let clicked
  let focused

  /** Keeps a click that came too early. */
  const keepClick = event => {
    const control = event.target.closest('button, input')
    if (!control) return
    event.preventDefault()
    clicked = control
  }

  const keepFocus = event => {
    focused = event.target
  }

  /** The control that replaces another one, on a page that was rendered again because of its query. */
  const replacing = old =>
    old.isConnected
      ? old
      : [...document.querySelectorAll(old.localName)].find(
          ({ name, type, textContent, ariaLabel }) =>
            name === old.name &&
            type === old.type &&
            textContent === old.textContent &&
            ariaLabel === old.ariaLabel,
        )

  const keepTyped = old => {
    const field = old.isConnected ? undefined : replacing(old)
    if (!field || old.value === old.defaultValue) return
    field.value = old.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const start = async () => {
    // One by one, since the page stays responsive between them.
    for (const file of files) await import(file)
    removeEventListener('click', keepClick, true)
    removeEventListener('focusin', keepFocus)
    for (const field of typed) keepTyped(field)
    if (focused?.isConnected === false) replacing(focused)?.focus()
    if (clicked) replacing(clicked)?.click()
    clicked = undefined
  }

  const load = () => {
    for (const file of files) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href: file })
      document.head.append(link)
    }
    const waits =
      dataset.waits !== undefined && document.documentElement.dataset.member === undefined
    if (!waits) return start()
    for (const sign of SIGNS) addEventListener(sign, start, { once: true, passive: true })
    setTimeout(start, WAIT_MS)
  }

  // The build can't know the address of the service.
  for (const code of document.querySelectorAll('pre')) {
    code.textContent = code.textContent.replaceAll('https://footnote.example', location.origin)
  }
  addEventListener('click', keepClick, true)
  addEventListener('focusin', keepFocus)
  requestAnimationFrame(() => setTimeout(load))
}

// Starts the code of a prerendered page after the first paint. A page that can be read without its code
// waits until the reader does something, or for a while. For members, it starts at once.
{
  const { dataset } = document.currentScript
  const files = dataset.files.split(' ')
  const WAIT_MS = 15_000
  const RETRY_MS = 3_000
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'scroll']
  const findControls = () => [...document.querySelectorAll('a, button, input, select, textarea')]
  const controls = findControls()
  let clicked
  let focused
  let isStarting = false

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

  const alike = (list, { localName, name, type, textContent, ariaLabel }) =>
    list.filter(
      other =>
        other.localName === localName &&
        other.name === name &&
        other.type === type &&
        other.textContent === textContent &&
        other.ariaLabel === ariaLabel,
    )

  /** The control that replaces another one, on a page that was rendered again because of its query. */
  const replacing = old =>
    old.isConnected ? old : alike(findControls(), old)[alike(controls, old).indexOf(old)]

  const keepTyped = old => {
    if (old.isConnected || !old.matches('input, select, textarea')) return
    if (old.value === old.defaultValue) return
    const field = replacing(old)
    if (!field) return
    field.value = old.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /**
   * Loads the page again when its code can be loaded. A browser does not try a module again that it could
   * not load. Once is enough: code that fails for another reason would fail again.
   */
  const reloadOnce = () => {
    if (performance.getEntriesByType('navigation')[0].type === 'reload') return
    const retry = () => setTimeout(reloadOnce, RETRY_MS)
    fetch(files[0]).then(() => location.reload(), retry)
  }

  const start = async () => {
    if (isStarting) return
    isStarting = true
    try {
      // One by one, since the page stays responsive between them.
      for (const file of files) await import(file)
    } catch {
      return reloadOnce()
    }
    removeEventListener('click', keepClick, true)
    removeEventListener('focusin', keepFocus)
    for (const control of controls) keepTyped(control)
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

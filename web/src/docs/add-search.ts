import { DOCS_SEARCH_PATH, type DocsSection } from '@footnote/contract/site/docs-search'
import { createSearch, type Found, splitAtWords } from './search-docs.ts'

type Search = (query: string) => Found[]

/** Makes the header's field search the documentation: a combobox whose options are links to sections. */
export function addSearch(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  const panel = form.querySelector<HTMLElement>('.results')
  const status = panel?.querySelector('p')
  const list = panel?.querySelector('div')
  if (!input || !panel || !status || !list) return
  let loading: Promise<Search> | undefined
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')]
  const chosen = () => options().findIndex(option => option.ariaSelected === 'true')

  const choose = (index: number) => {
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === index)
    const option = options()[index]
    if (!option) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  const open = (isOpen: boolean) => {
    panel.hidden = !isOpen
    input.ariaExpanded = String(isOpen && options().length > 0)
    if (!isOpen) choose(-1)
  }
  const show = (found: readonly Found[], message: string) => {
    list.replaceChildren(...found.map((one, index) => optionOf(one, index, input.value)))
    status.textContent = message
    open(true)
    choose(found.length > 0 ? 0 : -1)
  }
  const update = async () => {
    const query = input.value.trim()
    if (query === '') return open(false)
    try {
      loading ??= loadSearch()
      const search = await loading
      // The reader may have typed on while the index was loading.
      if (query !== input.value.trim()) return
      const found = search(query)
      show(found, found.length > 0 ? countText(found.length) : `No results for “${query}”.`)
    } catch {
      loading = undefined
      show([], 'Search could not be loaded. Check your connection and type again.')
    }
  }

  input.addEventListener('input', () => void update())
  input.addEventListener('focus', () => void update())
  input.addEventListener('keydown', event => {
    const { length } = options()
    if (event.key === 'Escape') {
      // The first Escape closes the results, the second leaves the field.
      if (panel.hidden) return input.blur()
      open(false)
    } else if (panel.hidden || length === 0) return
    else if (event.key === 'ArrowDown') choose((chosen() + 1) % length)
    else if (event.key === 'ArrowUp') choose((Math.max(chosen(), 0) + length - 1) % length)
    else return
    event.preventDefault()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!panel.hidden) options()[chosen()]?.click()
  })
  list.addEventListener('click', () => {
    open(false)
    input.blur()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) open(false)
  })
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea')) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  form.hidden = false
}

async function loadSearch(): Promise<Search> {
  const response = await fetch(DOCS_SEARCH_PATH)
  if (!response.ok) throw new Error(`the index came with ${response.status}`)
  return createSearch((await response.json()) as DocsSection[])
}

function countText(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}

function optionOf({ section, excerpt }: Found, index: number, query: string): HTMLAnchorElement {
  const option = document.createElement('a')
  option.id = `search-result-${index}`
  option.href = section.href
  option.role = 'option'
  option.tabIndex = -1
  const { title, heading } = section
  option.append(
    line('strong', heading || title, query),
    ...(heading ? [line('small', title, query)] : []),
    line('span', excerpt, query),
  )
  return option
}

function line(tag: 'strong' | 'small' | 'span', text: string, query: string): HTMLElement {
  const element = document.createElement(tag)
  for (const [index, part] of splitAtWords(text, query).entries()) {
    if (index % 2 === 0) element.append(part)
    else element.append(Object.assign(document.createElement('mark'), { textContent: part }))
  }
  return element
}

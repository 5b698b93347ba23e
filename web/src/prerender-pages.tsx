import { pages } from '@footnote/contract/site/pages'
import type { SessionResponse } from '@footnote/contract/site/responses'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { VNode } from 'preact'
import { renderToStringAsync } from 'preact-render-to-string'
import { queryClient, sessionQuery } from './api/queries.ts'
import { router } from './router.tsx'

export interface Prerendered {
  readonly name: string
  readonly title: string
  /** Files of its code, which the router loads on demand. */
  readonly modules: readonly string[]
  /** True if it can be read without its code, which then starts later. */
  readonly waits: boolean
  readonly content: string
}

const PRERENDERED = [
  {
    path: pages.home,
    name: 'home',
    title: 'Footnote: answers with sources',
    modules: ['/pages/home/home-page.tsx'],
    waits: true,
  },
  {
    path: pages.prices,
    name: 'prices',
    title: 'Prices · Footnote',
    modules: ['/pages/prices/prices-page.tsx'],
  },
  {
    path: pages.signIn,
    name: 'sign-in',
    title: 'Sign in · Footnote',
    modules: ['/shell/visitor-shell.tsx', '/pages/sign-in/sign-in-page.tsx'],
    needsSession: true,
  },
]

/** A visitor of a service without optional features, which appear below everything else. */
const VISITOR: SessionResponse = {
  account: null,
  service: {
    base_url: '',
    providers: [],
    payments: 'none',
    mail: 'smtp',
    seller: null,
    welcome_units: 0,
    answers_visitors: false,
  },
}

/** Renders the public pages as they look before anything is loaded. */
export async function prerenderPages(): Promise<readonly Prerendered[]> {
  const rendered: Prerendered[] = []
  for (const { path, needsSession = false, waits = false, ...page } of PRERENDERED) {
    // Components read the address, which the build can't know; `start.js` replaces it in code.
    Object.assign(globalThis, { location: new URL(path, 'https://footnote.example') })
    queryClient.clear()
    if (needsSession) queryClient.setQueryData(sessionQuery.queryKey, VISITOR)
    router.update({
      context: { queryClient },
      history: createMemoryHistory({ initialEntries: [path] }),
      // Would add an inline script.
      scrollRestoration: false,
    })
    await router.load()
    const content = await renderToStringAsync(
      (
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      ) as VNode,
    )
    rendered.push({ ...page, waits, content })
  }
  return rendered
}

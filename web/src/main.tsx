import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { onAccountChanged, onSignedOut, queryClient, sessionQuery } from './api/queries.ts'
import { destroyHistory, hearTabs } from './history/destroy-history.ts'
import { router } from './router.tsx'
import { forgetMemory } from './shell/forget-memory.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

// A session can end elsewhere at any time; the first reply that reports it leads to the sign-in page.
const noticeSignOut = () => {
  forgetMemory()
  void destroyHistory()
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  void router.invalidate()
}
onSignedOut(noticeSignOut)
hearTabs('signed-out', noticeSignOut)

// The reader switched accounts in another tab, or was removed from this one.
onAccountChanged(() => {
  forgetMemory()
  location.reload()
})

// A page restored from the back/forward cache could show one person's data to another.
addEventListener('pagehide', ({ persisted }) => {
  root.hidden = persisted
})
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  forgetMemory()
  location.reload()
})

// Not on the first page, where the focus belongs at the start of the document.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusHeading()
})

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
if (root.hasChildNodes() && (await isPrerendered())) hydrateRoot(root, app)
else createRoot(root).render(app)

/**
 * Loads the page, and returns whether it is the one that the build rendered. A query or a redirect makes
 * it another one, and hydration would keep the old attributes.
 */
async function isPrerendered(): Promise<boolean> {
  const { pathname } = location
  await router.load()
  const { location: loaded, matches } = router.state
  return loaded.href === pathname && matches.every(({ status }) => status === 'success')
}

/**
 * Focuses the page's heading if a navigation lost the focus, so that screen readers announce the
 * page and Tab continues from there.
 */
function focusHeading(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

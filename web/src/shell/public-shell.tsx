import { Outlet } from '@tanstack/react-router'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** For everybody, signed in or not. */
export function PublicShell() {
  return (
    <>
      <PublicHeader />
      {/* As high as the window, so that the footer stays where it is while a page comes. */}
      <main id="main" className="min-h-dvh">
        <Outlet />
      </main>
      <PublicFooter />
    </>
  )
}

import { Outlet } from '@tanstack/react-router'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** Layout of the public pages. */
export function PublicShell() {
  return (
    <>
      <PublicHeader />
      {/* At least as high as the window, so that the footer doesn't move while a page loads. */}
      <main id="main" className="min-h-dvh">
        <Outlet />
      </main>
      <PublicFooter />
    </>
  )
}

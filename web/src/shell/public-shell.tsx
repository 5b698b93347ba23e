import { Outlet } from '@tanstack/react-router'

/** For everybody, signed in or not. */
export function PublicShell() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}

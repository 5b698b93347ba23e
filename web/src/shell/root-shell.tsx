import { Outlet } from '@tanstack/react-router'

export function RootShell() {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <Outlet />
    </>
  )
}

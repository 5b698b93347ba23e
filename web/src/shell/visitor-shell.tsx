import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Wordmark } from '../ui/mark.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** For everybody: one quiet column with the mark above it. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-5 py-4 sm:px-8">
        <a href="/" aria-label="Footnote, to the start">
          <Wordmark />
        </a>
        <div className="flex items-center gap-4 text-sm">
          <a href="/docs" className="text-quiet hover:text-ink">
            Docs
          </a>
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-md grow px-5 pt-[8vh] pb-16">
        {children}
      </main>
    </div>
  )
}

export function VisitorShell() {
  return (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  )
}

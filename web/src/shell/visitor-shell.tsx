import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Introduction } from './introduction.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** Layout of the sign-in pages, often the first ones a visitor sees, with an introduction. */
export function VisitorShell({ children = <Outlet /> }: { children?: ReactNode }) {
  return <VisitorFrame aside={<Introduction />}>{children}</VisitorFrame>
}

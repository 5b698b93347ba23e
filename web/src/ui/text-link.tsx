import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The least height is for links that stand alone; it has no effect in running text. */
export const TEXT_LINK =
  'min-h-6 cursor-pointer font-medium text-accent underline decoration-accent/35 underline-offset-[0.2em] hover:decoration-accent'

/** A link in running text. */
export function TextLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className={TEXT_LINK}>
      {children}
    </Link>
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-10 cursor-pointer items-center justify-center gap-2 rounded-lg px-4 py-2 text-sm font-medium transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0'
const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent/90',
  plain: 'border border-rule bg-raised hover:border-edge',
  quiet: 'text-quiet hover:bg-sheet hover:text-ink',
  danger: 'border border-bad/40 text-bad hover:bg-bad-wash',
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  readonly busy?: boolean
}

export function Button({
  look = 'plain',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would drop the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={busy ? event => event.preventDefault() : onClick}
      className={classes(BASE, LOOKS[look], className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function ButtonLink({
  look = 'plain',
  className,
  children,
  ...link
}: LinkProps & { look?: Look; className?: string; children: ReactNode }) {
  return (
    <Link {...link} className={classes(BASE, LOOKS[look], className)}>
      {children}
    </Link>
  )
}

function Spinner() {
  return (
    <svg viewBox="0 0 16 16" className="motion-safe:animate-spin" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.3"
        strokeWidth="2"
      />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { sessionQuery } from '../api/queries.ts'

/**
 * To the documentation, which the server writes: going there leaves this page. For who is signed in it
 * opens beside it, since what the tools have asked and found is in this page's memory alone.
 */
export function DocsLink({ children, ...link }: ComponentProps<'a'> & { href: `/docs${string}` }) {
  const { data: session } = useQuery(sessionQuery)
  return (
    <a {...link} {...(session?.account && { target: '_blank' })}>
      {children}
    </a>
  )
}

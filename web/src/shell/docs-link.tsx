import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { sessionQuery } from '../api/queries.ts'

/**
 * Link to the documentation, a page of the server that replaces this one. For signed-in readers it
 * opens in a new tab, because the tools' questions and results exist only in this page's memory.
 */
export function DocsLink({ children, ...link }: ComponentProps<'a'> & { href: `/docs${string}` }) {
  const { data: session } = useQuery(sessionQuery)
  return (
    <a {...link} {...(session?.account && { target: '_blank' })}>
      {children}
    </a>
  )
}

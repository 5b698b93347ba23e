import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { destroyHistory } from '../history/destroy-history.ts'
import { ToolMemoryProvider } from '../pages/tools/tool-memory.tsx'

export function RootShell() {
  const { data: session } = useQuery(sessionQuery)
  const isSignedOut = session !== undefined && session.account === null
  useEffect(() => {
    // The session may have expired while no page was open.
    if (isSignedOut) void destroyHistory()
  }, [isSignedOut])
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <ToolMemoryProvider account={session?.account}>
        <Outlet />
      </ToolMemoryProvider>
    </>
  )
}

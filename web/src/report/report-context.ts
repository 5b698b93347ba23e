import { createContext, type RefObject, useContext } from 'react'
import type { Source } from './source.ts'

interface ReportContextValue {
  /** The numbered sources, in order. */
  readonly sources: readonly Source[]
  /** Container of the cards, within the report so that they belong to its part of the page. */
  readonly frame: RefObject<HTMLElement | null>
  /** Closes the open card; there is never more than one. */
  readonly closeOpenCard: RefObject<(() => void) | null>
}

export const ReportContext = createContext<ReportContextValue | null>(null)

export function useReport(): ReportContextValue {
  const value = useContext(ReportContext)
  if (!value) throw new Error('useReport needs a ReportSheet')
  return value
}

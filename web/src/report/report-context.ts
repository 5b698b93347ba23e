import { createContext, type RefObject, useContext } from 'react'
import type { Source } from './source.ts'

interface ReportContextValue {
  /** Those that markers count, in their order. */
  readonly sources: readonly Source[]
  /** Where cards are put: within the report, so that they belong to its part of the page. */
  readonly frame: RefObject<HTMLElement | null>
  /** Closes the card that is open; there is never more than one. */
  readonly closeOpenCard: RefObject<(() => void) | null>
}

export const ReportContext = createContext<ReportContextValue | null>(null)

export function useReport(): ReportContextValue {
  const value = useContext(ReportContext)
  if (!value) throw new Error('this stands only within a report')
  return value
}

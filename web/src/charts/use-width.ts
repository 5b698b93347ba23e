import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element in pixels, zero before the first layout. Charts need it to keep text
 * size.
 */
export function useWidth<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>
  readonly width: number
} {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return undefined
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

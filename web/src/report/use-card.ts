import { type FocusEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { useReport } from './report-context.ts'

/** Time to move the pointer from the number to its card. */
const GRACE_MS = 250

/**
 * Opens a citation's card while the mouse is over the number or the card, while the number has
 * keyboard focus, and after a first tap. The card never takes the focus.
 */
export function useCard() {
  const { closeOpenCard } = useReport()
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isTouched = useRef(false)

  function close() {
    clearTimeout(closing.current)
    setOpen(false)
  }
  function open() {
    clearTimeout(closing.current)
    if (isOpen) return
    closeOpenCard.current?.()
    closeOpenCard.current = close
    setOpen(true)
  }
  const hover = {
    onPointerEnter(event: PointerEvent) {
      if (event.pointerType === 'mouse') open()
    },
    onPointerLeave(event: PointerEvent) {
      if (event.pointerType !== 'mouse') return
      clearTimeout(closing.current)
      closing.current = setTimeout(close, GRACE_MS)
    },
  }
  return {
    isOpen,
    close,
    cardEvents: hover,
    numberEvents: {
      ...hover,
      onPointerDown(event: PointerEvent) {
        isTouched.current = event.pointerType !== 'mouse'
      },
      onFocus(event: FocusEvent) {
        if (event.currentTarget.matches(':focus-visible')) open()
      },
      /** A tap on the card blurs the number, and the card must stay open for it. */
      onBlur({ relatedTarget }: FocusEvent) {
        if (!isTouched.current && !relatedTarget?.closest('[popover]')) close()
      },
      /** The first tap opens the card; the second one follows the link. */
      onClick(event: MouseEvent) {
        if (isTouched.current && !isOpen) {
          event.preventDefault()
          open()
        }
      },
    },
  }
}

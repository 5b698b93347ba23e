import { type FocusEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { useReport } from './report-context.ts'

/** Time to move the pointer from the number to its card. */
const GRACE_MS = 250

/**
 * When the card of a citation is open: while a mouse is over the number or the card, while the number
 * has the keyboard's focus, and after a first tap. It never takes the focus away.
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
      /** A tap on the card takes the focus from the number, and must still find the card. */
      onBlur({ relatedTarget }: FocusEvent) {
        if (!isTouched.current && !relatedTarget?.closest('[popover]')) close()
      },
      /** The first tap shows where the second one, or the link on the card, would lead. */
      onClick(event: MouseEvent) {
        if (isTouched.current && !isOpen) {
          event.preventDefault()
          open()
        }
      },
    },
  }
}

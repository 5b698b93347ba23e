import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'

/** The browser's native modal dialog, which traps the focus and closes on Escape. */
export function Dialog({
  title,
  isOpen,
  onClose,
  onCancel,
  children,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Called on Escape; prevent the default to keep the dialog open. */
  onCancel?: (event: SyntheticEvent<HTMLDialogElement>) => void
  children: ReactNode
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    if (isOpen && !current?.open) current?.showModal()
    if (!isOpen && current?.open) current.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={onCancel}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl border border-rule bg-raised p-6 text-ink shadow-2xl backdrop:bg-[#1e1b17]/50 backdrop:backdrop-blur-[2px]"
    >
      {isOpen && (
        <>
          <h2 id={id} className="font-serif text-xl font-semibold">
            {title}
          </h2>
          <div className="mt-3 space-y-4">{children}</div>
        </>
      )}
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>
}

import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { SiteError } from '../api/site-error.ts'
import { findFaults } from './find-faults.ts'

/** What stands in the form's fields, by their names. */
type FormValues = (name: string) => string
type Faults = Readonly<Record<string, string>>

interface SiteFormOptions {
  readonly send: (values: FormValues) => Promise<unknown>
  /** What the fields' own attributes cannot say, by the name of the field. */
  readonly check?: (values: FormValues) => Faults
}

/**
 * A form that is sent to the server: faults are told beside their fields, the page's before it is sent
 * and the server's after. What was typed stays in the document and is forgotten with it.
 */
export function useSiteForm({ send, check }: SiteFormOptions) {
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ values }: { values: FormValues; form: HTMLFormElement }) => send(values),
    // The variables hold a password: they are not kept a moment longer than the form.
    gcTime: 0,
    onError: (_, { form }) => selectCode(form),
  })
  const problems = error instanceof SiteError ? error.problems : []
  const errorOf = (name: string) =>
    faults[name] ?? problems.find(({ path }) => path === `/${name}`)?.message

  return {
    props: {
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        if (isPending) return
        const form = event.currentTarget
        const data = new FormData(form)
        const values = (name: string) => String(data.get(name) ?? '')
        const found = { ...findFaults(form), ...check?.(values) }
        setFaults(found)
        const [first] = Object.keys(found)
        if (first === undefined) mutate({ values, form })
        else focusField(form, first)
      },
    },
    errorOf,
    /** What went wrong with the whole; a list of faulty fields says so itself. */
    error: problems.some(({ path }) => path !== '') ? null : error,
    isBusy: isPending,
    reset() {
      setFaults({})
      reset()
    },
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** A code that did not fit is replaced by typing the next one. */
function selectCode(form: HTMLFormElement): void {
  const field = form.elements.namedItem('code')
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

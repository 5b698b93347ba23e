import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { SiteError } from '../api/site-error.ts'

/** Reads a field's value by its name. */
type FormValues = (name: string) => string
type Faults = Readonly<Record<string, string>>

interface SiteFormOptions {
  readonly send: (values: FormValues) => Promise<unknown>
  /** Checks beyond the fields' attributes; returns messages by field name. */
  readonly check?: (values: FormValues) => Faults
}

/**
 * A form sent to the server. Errors appear beside their fields, both the page's own and the
 * server's. Values stay in the document and are not kept in state.
 */
export function useSiteForm({ send, check }: SiteFormOptions) {
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ values }: { values: FormValues; form: HTMLFormElement }) => send(values),
    // The variables contain a password and must not outlive the form.
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
    /** The error of the form as a whole, unless it is shown at the fields. */
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

/** Selects a rejected code, so that typing replaces it. */
function selectCode(form: HTMLFormElement): void {
  const field = form.elements.namedItem('code')
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

/** Finds violations of the fields' attributes, by field name and in field order. */
function findFaults(form: HTMLFormElement): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.name === '') continue
    const fault = faultOf(field)
    if (fault !== undefined) faults[field.name] = fault
  }
  return faults
}

function faultOf({ validity, value, minLength, name }: HTMLInputElement): string | undefined {
  if (validity.valueMissing) return name === 'code' ? 'Enter the code.' : 'This field is required.'
  if (validity.typeMismatch) return 'Enter an email address such as ada@example.com.'
  // The browser's `tooShort` ignores text that was filled in by script.
  if (value.length < minLength) return `Use at least ${minLength} characters.`
  return undefined
}

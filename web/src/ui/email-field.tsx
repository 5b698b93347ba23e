import { Field, type FieldProps } from './field.tsx'
import { focusOnMount } from './focus-on-mount.ts'

/** The email field at the start of a form. */
export function EmailField({
  label = 'Email',
  ...field
}: Pick<FieldProps, 'hint' | 'error'> & {
  label?: string
  autoComplete: 'username' | 'username webauthn' | 'email'
}) {
  return <Field ref={focusFirst} required label={label} name="email" type="email" {...field} />
}

/** Leaves the focus to a field that the reader chose while the page started. */
function focusFirst(input: HTMLElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) focusOnMount(input)
}

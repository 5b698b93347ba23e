/** Finds violations of the fields' attributes, by field name and in field order. */
export function findFaults(form: HTMLFormElement): Record<string, string> {
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

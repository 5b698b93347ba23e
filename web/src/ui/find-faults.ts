/** What the fields' own attributes forbid, in words, by the names of the fields and in their order. */
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
  if (validity.valueMissing) return name === 'code' ? 'Enter the code.' : 'Fill this in.'
  if (validity.typeMismatch) return 'Write an e-mail address such as ada@example.com.'
  // The browser's own judgement counts only what was typed, not what was pasted or filled in.
  if (value.length < minLength) return `Use at least ${minLength} characters.`
  return undefined
}

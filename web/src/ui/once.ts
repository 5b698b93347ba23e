/** Defers making a value until it is first needed. A formatter of dates takes milliseconds to make. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

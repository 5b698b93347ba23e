const PAYMENT_ID = /^[\da-f-]{36}$/i

/** Reads the id of the payment the reader returns from, which the provider adds to the URL. */
export function readReturnSearch({ payment }: Record<string, unknown>): { payment?: string } {
  return typeof payment === 'string' && PAYMENT_ID.test(payment) ? { payment } : {}
}

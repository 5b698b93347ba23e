const PAYMENT_ID = /^[\da-f-]{36}$/i

/** The payment that one comes back from; a provider's page adds it to the wallet's address. */
export function readReturnSearch({ payment }: Record<string, unknown>): { payment?: string } {
  return typeof payment === 'string' && PAYMENT_ID.test(payment) ? { payment } : {}
}

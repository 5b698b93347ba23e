import type { StubSession } from './stub-stripe-books.ts'

/** The hosted page of the stub: the amount, and two buttons. */
export function checkoutPage({ amount_total, currency, status }: StubSession): string {
  const price = `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Checkout of the tests</title>
<main>
  <h1>Pay ${price}</h1>
  <p>Status: ${status}</p>
  <form method="post">
    <button name="choice" value="pay"${status === 'open' ? '' : ' disabled'}>Pay</button>
    <button name="choice" value="cancel">Cancel</button>
  </form>
</main>
</html>
`
}

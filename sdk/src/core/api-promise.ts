import type { Billing, RefundedBilling } from './wire.ts'

/** Data of a reply, with the rest of the reply beside it. */
export interface WithResponse<Data> {
  /** The result, as the method returns it without `withResponse()`. */
  readonly data: Data
  /** HTTP status. If the call lost its connection, of the reply that brought its result. */
  readonly status: number
  /** HTTP headers, of the same reply as `status`. */
  readonly headers: Headers
  /** ID of the request. For a paid call, its ID in `usage()`. Include it when you ask for help. */
  readonly requestId: string | undefined
  /** Cost of the call. Undefined if the reply has none, as for all free calls except `calls`. */
  readonly billing: BillingOf<Data>
}

type BillingOf<Data> = Data extends { billing: infer Cost }
  ? Cost
  : Billing | RefundedBilling | undefined

// biome-ignore lint/suspicious/noExplicitAny: as in the standard library, whose promises this one replaces
type Reason = any

/** Promise of the data of a reply. `withResponse()` returns status, headers, request ID and cost too. */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #reply: Promise<WithResponse<Data>>

  constructor(reply: Promise<WithResponse<Data>>) {
    // Never observed: every way to the outcome goes through #reply, so that a failure is reported once.
    super(resolve => resolve(undefined as Data))
    this.#reply = reply
  }

  /** Promises that derive from this one are plain. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** Returns the data with the status, headers, request ID and cost of its reply. Sends nothing again. */
  withResponse(): Promise<WithResponse<Data>> {
    return this.#reply
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise with more to it
  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#reply.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  override catch<Rejected = never>(
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, onRejected)
  }

  override finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally)
  }
}

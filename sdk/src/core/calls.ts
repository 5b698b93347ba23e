import { callRequest } from '../internal/call-request.ts'
import { sendRequest } from '../internal/send-request.ts'
import type { Service } from '../internal/transport.ts'
import type { CallOptions } from './footnote-options.ts'
import type { CallResponse } from './wire.ts'

/** Any call of your account by its request ID, such as one whose connection broke. These calls are free. */
export class Calls {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the call as it is now, with its result for 15 minutes after it completed. */
  async retrieve(requestId: string, options?: CallOptions): Promise<CallResponse> {
    const call = callRequest('retrieve_call', requestId)
    return (await sendRequest<CallResponse>(this.#service, call, options)).body
  }

  /**
   * Cancels a call or a background task, and returns it with its refund. Throws `CannotCancelError` if it could not be
   * stopped: it then keeps running and stays charged.
   */
  async cancel(requestId: string, options?: CallOptions): Promise<CallResponse> {
    const call = callRequest('cancel_call', requestId)
    return (await sendRequest<CallResponse>(this.#service, call, options)).body
  }
}

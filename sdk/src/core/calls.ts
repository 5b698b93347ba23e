import { callRequest } from '../internal/call-request.ts'
import { respond } from '../internal/respond.ts'
import { sendRequest } from '../internal/send-request.ts'
import type { Service } from '../internal/transport.ts'
import type { ApiPromise } from './api-promise.ts'
import type { CallOptions } from './footnote-options.ts'
import type { CallResponse } from './wire.ts'

/** Any call of your account by its request ID, such as one whose connection broke. These calls are free. */
export class Calls {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the call as it is now, with its result for 15 minutes after it completed. */
  retrieve(requestId: string, options?: CallOptions): ApiPromise<CallResponse> {
    return this.#send('retrieve_call', requestId, options)
  }

  /**
   * Cancels a call or a background task, and returns it with its refund. Throws `CannotCancelError` if it could not be
   * stopped: it then keeps running and stays charged.
   */
  cancel(requestId: string, options?: CallOptions): ApiPromise<CallResponse> {
    return this.#send('cancel_call', requestId, options)
  }

  #send(
    name: 'retrieve_call' | 'cancel_call',
    requestId: string,
    options: CallOptions | undefined,
  ): ApiPromise<CallResponse> {
    return respond(async () => sendRequest(this.#service, callRequest(name, requestId), options))
  }
}

/** Why a model gave nothing that can be used. Whoever asked goes on without it. */
export class ModelFault extends Error {
  override name = 'ModelFault'
  readonly kind: 'unreachable' | 'refused' | 'too-long' | 'garbled' | 'out-of-budget'

  constructor(kind: ModelFault['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The reason why a model gave nothing usable. The caller continues without it. */
export class ModelFault extends Error {
  override name = 'ModelFault'
  readonly kind: 'unreachable' | 'refused' | 'too-long' | 'garbled' | 'out-of-budget'

  constructor(kind: ModelFault['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

import { expect, it } from 'vitest'
import { refundCauses } from './refund-causes.ts'

it.each(Object.entries(refundCauses))(
  'the message for %s says what happened to the money and gives advice a customer can follow',
  (_, { message, mayPass }) => {
    expect(message).toContain('refunded in full')
    expect(message.split(/(?<=\.) /).length).toBeLessThanOrEqual(2)
    expect(message).not.toMatch(/library|engine|upstream/)
    expect(/send it again/i.test(message)).toBe(mayPass)
  },
)

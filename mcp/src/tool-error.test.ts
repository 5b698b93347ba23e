import { errors } from '@footnote/contract/errors'
import { expect, it } from 'vitest'
import { toolError } from './tool-error.ts'

const freshness = { path: '/freshness', message: 'must be day or week' }
const query = { path: '/query', message: 'is required' }
const textOf = (reply: ReturnType<typeof toolError>) => reply.content[0]?.text ?? ''

it('states a single problem once, and lists several below the summary', () => {
  const code = 'INVALID_REQUEST'
  const one = toolError({
    code,
    message: '/freshness must be day or week.',
    errors: [freshness],
  })
  expect(textOf(one).match(/must be day/g)).toHaveLength(1)
  const { message } = errors.INVALID_REQUEST
  const two = toolError({ code, message, errors: [freshness, query] })
  expect(textOf(two)).toContain(
    `${message}\n- /freshness must be day or week\n- /query is required`,
  )
})

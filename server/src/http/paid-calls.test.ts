import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodAnswer, goodResearch } from '../testing/stub-upstream.ts'
import { get, post, startTestService, type TestService } from '../testing/test-service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test.close())

describe('answer', () => {
  it('works', async () => {
    const { key } = await test.createPayer()
    const reply = await post(`${test.service.url}/api/v1/answer`, key, { query: 'hi' })
    expect(reply.body).toEqual({ ...goodAnswer, billing: expect.anything() })
    const r2 = await post(`${test.service.url}/api/v1/research`, key, { input: 'hi', research_effort: 'deep' })
    console.log(r2.status, r2.body)
    const r3 = await get(`${test.service.url}/api/v1/research/${r2.body.task_id}`, key)
    console.log(r3.status, JSON.stringify(r3.body))
    console.log(JSON.stringify((await get(`${test.service.url}/api/v1/usage`, key)).body))
    console.log(await post(`${test.service.url}/api/v1/answer`, key, { query: '', foo:1, country: 'x', include_domains:['a b'] }).then(r=>JSON.stringify(r.body)))
  })
})

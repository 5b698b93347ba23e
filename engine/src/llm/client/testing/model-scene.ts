import { onTestFinished } from 'vitest'
import { createModel, type ModelOptions } from '../create-model.ts'
import { type FakeModelOptions, type FakeScript, startFakeModel } from './fake-model.ts'

/** Opens a model and a scripted endpoint behind it; both close with the test. */
export async function modelScene(
  script: FakeScript,
  { fake, ...options }: Partial<ModelOptions> & { fake?: FakeModelOptions } = {},
) {
  const endpoint = await startFakeModel(script, fake)
  onTestFinished(() => endpoint.close())
  const model = createModel({
    url: endpoint.url,
    model: 'fake',
    contextTokens: 8_192,
    parallel: 4,
    ...options,
  })
  return { endpoint, model }
}

export const prompt = { task: 'write', system: 'Write a report.', user: 'About rice.' } as const
export const limits = { maxTokens: 1_000, timeoutMs: 20_000 }

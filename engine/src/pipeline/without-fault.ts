import { ModelFault } from '../model/model-fault.ts'

/** What a model made of it, or undefined where it failed: everything goes on without it. */
export async function withoutFault<Result>(
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ModelFault) return undefined
    throw error
  }
}

/** A variable that is set and not blank; undefined too where there is no environment to read. */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  try {
    return process?.env?.[name]?.trim() || undefined
  } catch {
    // Deno refuses whoever has no permission to look.
    return undefined
  }
}

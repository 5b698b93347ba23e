import { onTestFinished } from 'vitest'

/** Pauses the process at any point, until it is released, killed or the test ends. */
export function holdEngine(pid: number): { release(): void } {
  process.kill(pid, 'SIGSTOP')
  const release = () => {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // It was killed meanwhile.
    }
  }
  // A paused process would not notice that its service is gone.
  onTestFinished(release)
  return { release }
}

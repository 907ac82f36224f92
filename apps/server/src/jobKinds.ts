import type { JobKind } from './jobs/runner.ts'
import type { Services } from './services.ts'

/** Every kind of job, from the features that do them. */
export function jobKinds(_services: Services): readonly JobKind[] {
  return []
}

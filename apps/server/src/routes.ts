import type { Route } from './http/implement.ts'

/** Every operation that the server does, feature by feature in the order of the house. */
export const routes: readonly Route[] = []

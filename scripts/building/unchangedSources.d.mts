export function hashState(base?: string): string
export function isBuilt(state: string): boolean
export function recordBuilt(state: string): void

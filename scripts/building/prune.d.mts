export function prune(folder: string): void

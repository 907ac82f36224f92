export function publishFiles(from: string, to: string, last: string): void

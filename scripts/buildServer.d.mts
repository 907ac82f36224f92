export function buildServer(): Promise<boolean>

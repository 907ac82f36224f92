export const shapesFile: string
export function readShapes(): Promise<Record<string, readonly string[]>>

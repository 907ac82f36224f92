/** The folder of the compiled programs. */
export const dist: string
export function buildServer(): Promise<boolean>
export function replaceProgramUrls(code: string, id: string, toUrl: (name: string) => string): string | null

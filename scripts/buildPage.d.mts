/** Builds the page when its sources changed since the last build; says whether it did. */
export function buildPage(): Promise<boolean>

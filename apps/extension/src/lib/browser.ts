import type { Browser } from '@wxt-dev/browser/src/gen/index.d.ts'

export type { Browser }

const { browser: own, chrome } = globalThis as unknown as { browser?: typeof Browser; chrome: typeof Browser }

/** The interface to the browser: its promises are alike in all of them. */
export const browser: typeof Browser = own?.runtime?.id ? own : chrome

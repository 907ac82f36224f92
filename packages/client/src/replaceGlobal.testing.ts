import { onTestFinished } from 'vitest'

/** Replaces a global value until the current test ends. */
export function replaceGlobal(name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
  })
}

import { type RefObject, useEffect } from 'react'

/** The parts of the dialog that are saved apart, and have changes. Each function saves one; the part shows a refusal. */
export type UnsavedParts = Map<string, () => Promise<unknown>>

/**
 * Registers a part of the dialog while it has changes: Submit saves them, and closing asks.
 * @param save null without changes
 */
export function useUnsavedPart(
  parts: RefObject<UnsavedParts>,
  name: string,
  save: (() => Promise<unknown>) | null,
): void {
  useEffect(() => {
    const all = parts.current
    if (save) all.set(name, save)
    return () => void all.delete(name)
  })
}

/** Saves all parts with changes. Returns false if one was refused. */
export async function saveParts(parts: UnsavedParts): Promise<boolean> {
  const saves = await Promise.allSettled(Array.from(parts.values(), save => save()))
  return saves.every(({ status }) => status === 'fulfilled')
}

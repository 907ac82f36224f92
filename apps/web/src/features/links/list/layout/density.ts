import { usePhone } from '../../../../lib/media/media.ts'
import { stored } from '../../../../lib/browser/storage.ts'
import { createStore, useStore } from '../../../../lib/store.ts'

/** The minimum width of a card in pixels at each step, from many columns to few. A window of 1440 px shows 8 to 2. */
const minCardWidths = { desktop: [124, 170, 208, 340, 520], phone: [100, 150, 320] } as const
const defaultSteps = { desktop: 2, phone: 1 }

type Device = keyof typeof minCardWidths

/** The chosen steps. They are stored on the device, because they depend on its window size. */
const density = createStore({ ...defaultSteps, ...stored.read<Record<Device, number>>('density') })

/** Calls a function at each change of the density, before the list renders. Returns the function that ends this. */
export const onDensityChange = density.subscribe

/** Returns the density of grid and mosaic, and its setter. */
export function useDensity() {
  const device: Device = usePhone() ? 'phone' : 'desktop'
  const widths = minCardWidths[device]
  const lastStep = widths.length - 1
  const chosen = useStore(density)[device]
  const step = Number.isInteger(chosen) ? Math.min(Math.max(chosen, 0), lastStep) : defaultSteps[device]
  const setStep = (next: number) => {
    density.set(current => ({ ...current, [device]: Math.min(Math.max(next, 0), lastStep) }))
    stored.write('density', density.get())
  }
  return { step, lastStep, setStep, minCardWidth: widths[step] ?? 208 }
}

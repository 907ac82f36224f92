import { type ComponentType, lazy, useState } from 'react'

/**
 * Returns a component that loads its code when it is rendered or preloaded. After `preload` it renders immediately:
 * a lazy component shows its fallback first, and React replaces a fallback only after a pause.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Lazy = lazy(loadOnce) as unknown as ComponentType<Props>
  function Preloadable(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Preloadable, {
    preload: async () => {
      await loadOnce()
    },
  })
}

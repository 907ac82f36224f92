import css from './DepthRims.module.css'

/** Shows one edge above the page for each ancestor below the dashboard, the nearest widest, at most four. */
export function DepthRims({ depth }: { depth: number }) {
  const rims = Math.min(depth, 4)
  if (rims <= 0) return null
  return (
    <div className={`stack ${css.rims}`} aria-hidden="true">
      {Array.from({ length: rims }, (_, index) => {
        const steps = rims - index
        return (
          <i
            key={steps}
            style={{ '--step': steps, opacity: 1 - (steps - 1) * 0.15 } as React.CSSProperties}
          />
        )
      })}
    </div>
  )
}

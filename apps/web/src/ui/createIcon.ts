import { createElement, type FunctionComponent, type SVGProps } from 'react'

/**
 * Creates an icon of 24 by 24. `base.css` sets its size and stroke.
 * @param paths the `d` of each path
 * @param isFilled true for an icon of areas, false for one of lines
 */
export function createIcon(
  paths: readonly string[],
  isFilled: boolean,
): FunctionComponent<SVGProps<SVGSVGElement>> {
  const look = isFilled
    ? { fill: 'currentColor', stroke: 'none' }
    : ({
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      } as const)
  const shapes = paths.map(d => createElement('path', { d, key: d }))
  return props =>
    createElement(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', ...look, ...props },
      shapes,
    )
}

import { createElement, type SVGProps } from 'react'

interface IconData {
  name: string
  node: readonly (readonly [tag: string, attributes: object])[]
}

/**
 * Draws the icons of lucide instead of its own component, which is two components for each icon and settings that we do not
 * use: 2 kB of the first load.
 */
export function createLucideIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement('svg', { ...frame, className: `lucide lucide-${name} ${className}`.trim(), ...props }, ...shapes)
}

const frame = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

import type { Facet } from './facets.ts'

/** The part an address names. Apart from the list with labels and icons, which the first screen does not show. */
export function facetNamed(name: unknown): Facet | undefined {
  return names.find(facet => facet === name)
}

const names: readonly Facet[] = ['sessions', 'records', 'items', 'days', 'issues', 'files', 'projects']

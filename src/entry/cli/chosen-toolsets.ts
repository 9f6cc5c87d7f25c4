import type { Choices } from '../../catalog/catalog.ts'
import { guess } from './command-line.ts'
import { usageFault } from './failure.ts'

/** `--toolsets a,b` as names of toolsets and profiles in their fixed order; all toolsets when nothing was said. */
export function chosenToolsets({ toolsets, profiles }: Choices, given: string | undefined): string[] {
  if (given === undefined) return toolsets.map(toolset => toolset.name)
  const known = [...profiles, ...toolsets].map(({ name }) => name)
  const wanted = given.split(',').map(name => name.trim())
  const unknown = wanted.find(name => !known.includes(name))
  if (unknown === undefined) return known.filter(name => wanted.includes(name))
  throw usageFault('No such toolset.', `${guess(unknown, known)}There are: ${known.join(', ')}.`, { toolset: unknown })
}

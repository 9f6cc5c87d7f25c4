import type { Command } from 'commander'

/** The verbs of a command by name, in reading order; each is loaded when it is added. */
export interface VerbGroup {
  readonly [name: string]: (to: Command) => Promise<void> | void
}

/** Adds the verb that is called; all of them where it is none of them, for help and for saying what there is. */
export async function addVerbs(to: Command, group: VerbGroup, called: string | undefined): Promise<void> {
  const one = called !== undefined && Object.hasOwn(group, called) ? group[called] : undefined
  for (const add of one ? [one] : Object.values(group)) await add(to)
}

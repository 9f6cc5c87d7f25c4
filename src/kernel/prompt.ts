import type { z } from 'zod'

/** A text that tells an agent how to do one piece of work with the operations of a toolset. */
export interface Prompt<Ctx, A extends z.ZodObject = z.ZodObject> {
  /** The wire name. */
  name: string
  toolset: string
  summary: string
  /** Strings all, because that is what clients can send. */
  arguments: A
  render(args: z.output<A>, ctx: Ctx): Promise<string>
}

/** The maker of one toolset's prompts. */
export function promptsOf<Ctx>(toolset: string) {
  return <A extends z.ZodObject>(declared: Omit<Prompt<Ctx, A>, 'toolset'>): Prompt<Ctx, A> => ({
    toolset,
    ...declared,
  })
}

import type { z } from 'zod'

/** What a call may do to stored data; the faces derive MCP hints, HTTP verbs and prompts from it. */
export type Effect = 'read' | 'append' | 'change' | 'destroy'

/** Agents see their toolset's operations over MCP; people operations are served to CLI, REST and web only. */
export type Audience = 'agents' | 'people'

/** An ordinary result may still say no: how HTTP and the command line tell that to programs. */
export interface Verdict {
  http: number
  exit: number
}

/** Bytes in place of JSON, for faces that can hand them over as they are. */
export interface Served {
  type: string
  body: string | Uint8Array<ArrayBuffer>
  headers?: { [name: string]: string }
}

export interface Operation<Ctx, I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** The wire name. */
  name: string
  toolset: string
  audience: Audience
  /** What people read in place of the name; made from it when absent. */
  title?: string
  summary: string
  effect: Effect
  /** Calling it again with the same arguments changes nothing more. */
  repeatable: boolean
  input: I
  /** The arguments reach `run` as they came, because the operation answers for a wrong shape in its own words. */
  unparsed: boolean
  /** How much of its shape agents are told: all of it, or what a model needs to call it right. */
  announced: 'whole' | 'brief'
  output: O
  /** Further addresses over HTTP, as `GET /api/files/{path}`: names in braces are fields of the input. */
  routes?: readonly string[]
  /** What those addresses answer with instead of the result. */
  served?(output: z.output<O>): Served
  /** The event that ends a stream of what happens during the call, for callers who asked for one. */
  lastEvent?: string
  /** What a chat reads beside the structured result; the same as JSON when absent. */
  said?(output: z.output<O>): string
  /** The key `text` of the result is the answer, to be read as it is; the other keys are about it. */
  plain?: boolean
  run(input: z.output<I>, ctx: Ctx): Promise<z.input<O>>
  /** What a result means to faces that answer with a number; success when absent. */
  verdict?(output: z.output<O>): Verdict
  /** The result for a reader on a terminal or in a chat; JSON when absent. */
  text?(output: z.output<O>): string
}

interface Declaration<Ctx, I extends z.ZodObject, O extends z.ZodObject>
  extends Omit<Operation<Ctx, I, O>, 'toolset' | 'audience' | 'repeatable' | 'unparsed' | 'announced'> {
  audience?: Audience
  repeatable?: boolean
  unparsed?: boolean
  announced?: 'whole' | 'brief'
}

/** The maker of one toolset's operations; a part calls it once and declares everything with the result. */
export function operationsOf<Ctx>(toolset: string) {
  return <I extends z.ZodObject, O extends z.ZodObject>(declared: Declaration<Ctx, I, O>): Operation<Ctx, I, O> => ({
    audience: 'agents',
    unparsed: false,
    announced: 'whole',
    repeatable: declared.effect === 'read',
    toolset,
    ...declared,
  })
}

/** "create_project" → "Create Project". */
export function titleOf(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
}

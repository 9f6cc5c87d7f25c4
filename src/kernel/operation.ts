import type { z } from 'zod'
import { parseShape } from './shape.ts'

/** What members of a project may do in it, least first. */
export const roles = ['reader', 'writer', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may call: the owner of this machine, whoever has at least a role in the project it is about, or anyone. */
export type Access = 'owner' | Role | 'anyone'

/** The project a call is about, and what the caller is in it. */
export interface Found {
  project: { id: string }
  role: Role
}

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

export interface Operation<
  Ctx,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  N extends string = string,
> {
  /** The wire name. */
  name: N
  toolset: string
  audience: Audience
  /** What people read in place of the name; made from it when absent. */
  title?: string
  summary: string
  effect: Effect
  /** Calling it again with the same arguments changes nothing more. */
  repeatable: boolean
  input: I
  access: Access
  /** Arguments as they came, held against `input`; what is wrong with them is thrown in the words of the toolset. */
  parse(args: unknown, ctx: Ctx): z.output<I> | Promise<z.output<I>>
  /** What the call is about; the door looks whether the caller may call before `run` gets it. */
  find?(input: z.output<I>, ctx: Ctx): Promise<Found>
  /** The ordinary answer that stands for a refusal, in toolsets that have one. */
  refusal?(error: unknown): { result: z.input<O>; verdict: Verdict } | undefined
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
  /** The key of the result that is the answer, to be read as it is; the other keys are about it. */
  plain?: 'text' | 'output'
  run(input: z.output<I>, ctx: Ctx): Promise<z.input<O>>
  /** What a result means to faces that answer with a number; success when absent. */
  verdict?(output: z.output<O>): Verdict
  /** The result for a reader on a terminal or in a chat; JSON when absent. */
  text?(output: z.output<O>): string
}

interface Declaration<Ctx, I extends z.ZodObject, O extends z.ZodObject, F extends object, N extends string>
  extends Omit<
    Operation<Ctx, I, O, N>,
    'toolset' | 'audience' | 'repeatable' | 'parse' | 'announced' | 'find' | 'run'
  > {
  audience?: Audience
  repeatable?: boolean
  announced?: 'whole' | 'brief'
  parse?: Operation<Ctx, I, O>['parse']
  /** Required where `access` is a role. */
  find?(input: z.output<I>, ctx: Ctx): Promise<F & Found>
  run(input: z.output<I>, ctx: Ctx & F): Promise<z.input<O>>
}

/** The maker of one toolset's operations, or of those that work on what `find` finds. */
export function operationsOf<Ctx, F extends object = object>(toolset: string) {
  return <I extends z.ZodObject, O extends z.ZodObject, N extends string>(
    declared: Declaration<Ctx, I, O, F, N>,
  ): Operation<Ctx, I, O, N> => ({
    audience: 'agents',
    parse: args => parseShape(declared.input, args),
    announced: 'whole',
    repeatable: declared.effect === 'read',
    toolset,
    ...declared,
    // The door gives it what `find` found.
    run: declared.run as Operation<Ctx, I, O>['run'],
  })
}

/** "create_project" → "Create Project". */
export function titleOf(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
}

import type { z } from 'zod'
import { parseShape } from './shape.ts'

/** What members of a project may do in it, least first. */
export const roles = ['reader', 'writer', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may call: the owner of this machine, members of the project with at least this role, or anyone. */
export type Access = 'owner' | Role | 'anyone'

/** The project a call is about, and the caller's role in it. */
export interface ProjectAccess {
  project: { id: string }
  role: Role
}

/** What a call may do to stored data; the transports derive MCP hints, HTTP verbs and prompts from it. */
export type Effect = 'read' | 'append' | 'change' | 'destroy'

/**
 * Agents see their toolset's operations over MCP. People operations are served to CLI, REST and web, and over MCP only
 * where a profile names them.
 */
export type Audience = 'agents' | 'people'

/** The HTTP status and the exit code of a result: 200 and 0 unless the operation says otherwise. */
export interface ResultStatus {
  http: number
  exit: number
}

/** Sent over HTTP in place of the JSON result. */
interface HttpBody {
  type: string
  body: string | Uint8Array<ArrayBuffer>
  headers?: { [name: string]: string }
}

/** Decisions that belong to a person. A chat client that can ask its person does; the answer becomes arguments. */
export interface Questions<Output = Record<string, unknown>> {
  /** Arguments that only such an answer gives: what a chat itself sends for them does not count. */
  personOnly?: readonly string[]
  /** What to ask because of this result; `about` is what the answer refers to. The message is ours. */
  ask(result: Output): { key: string; message: string; about?: Record<string, unknown> } | undefined
  forms: {
    readonly [key: string]: {
      /** Flat, with texts, numbers, flags and choices only. */
      schema: z.ZodObject
      /** The arguments to call again with; undefined where the result stays as it is. */
      answered(content: Record<string, unknown>, about: Record<string, unknown>): Record<string, unknown> | undefined
    }
  }
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
  /** Checks raw arguments against `input`; a fault has the wording of the toolset. */
  parse(args: unknown, ctx: Ctx): z.output<I> | Promise<z.output<I>>
  /** Finds the project of the call; access is checked against it before `run`. */
  find?(input: z.output<I>, ctx: Ctx): Promise<ProjectAccess>
  /** Turns an error into an ordinary result, in toolsets whose results say what was refused. */
  refusal?(error: unknown): { result: z.input<O>; status: ResultStatus } | undefined
  /** How much of the schemas tools/list shows: all, or what a model needs for a correct call. */
  schemaDetail: 'full' | 'brief'
  output: O
  /** Further HTTP routes, as `GET /api/files/{path}`: names in braces are fields of the input. */
  routes?: readonly string[]
  /** What those routes send instead of the JSON result. */
  toHttpBody?(output: z.output<O>): HttpBody
  /** The name of the event that ends an event stream of this call. */
  lastEvent?: string
  /** A short text of the result for chats, ids first so that the next call can use them; the result as JSON when absent. */
  chatText?(output: z.output<O>): string
  /** The key of the result that holds its text. Chats get this text only, and the other keys as metadata. */
  textOnly?: 'text' | 'output'
  run(input: z.output<I>, ctx: Ctx): Promise<z.input<O>>
  toStatus?(output: z.output<O>): Partial<ResultStatus>
  questions?: Questions<z.output<O>>
}

interface Declaration<Ctx, I extends z.ZodObject, O extends z.ZodObject, F extends object, N extends string>
  extends Omit<
    Operation<Ctx, I, O, N>,
    'toolset' | 'audience' | 'repeatable' | 'parse' | 'schemaDetail' | 'find' | 'run'
  > {
  audience?: Audience
  repeatable?: boolean
  schemaDetail?: 'full' | 'brief'
  parse?: Operation<Ctx, I, O>['parse']
  /** Required where `access` is a role. */
  find?(input: z.output<I>, ctx: Ctx): Promise<F & ProjectAccess>
  run(input: z.output<I>, ctx: Ctx & F): Promise<z.input<O>>
}

/** A function that declares operations of one toolset; `run` gets what `find` found. */
export function operationsOf<Ctx, F extends object = object>(toolset: string) {
  return <I extends z.ZodObject, O extends z.ZodObject, N extends string>(
    declared: Declaration<Ctx, I, O, F, N>,
  ): Operation<Ctx, I, O, N> => {
    const operation: Operation<Ctx, I, O, N> = {
      audience: 'agents',
      parse: args => parseShape(declared.input, args),
      schemaDetail: 'full',
      repeatable: declared.effect === 'read',
      toolset,
      ...declared,
      // callOperation adds what `find` found to the context.
      run: declared.run as Operation<Ctx, I, O>['run'],
    }
    places.set(operation, ++lastPlace)
    return operation
  }
}

// A module hands out its exports by their names, so the order in which it declares them is kept here.
const places = new WeakMap<object, number>()
let lastPlace = 0

/** A module that exports operations and nothing else. */
export interface DeclaringModule<Ctx> {
  readonly [exported: string]: Operation<Ctx> | readonly Operation<Ctx>[]
}

/** All operations that a module exports, in the order of its text. */
export function declaredIn<Ctx>(module: DeclaringModule<Ctx>): Operation<Ctx>[] {
  const placeOf = (operation: object) => places.get(operation) ?? 0
  return Object.values(module)
    .flat()
    .sort((a, b) => placeOf(a) - placeOf(b))
}

/** "create_project" → "Create Project". */
export function titleOf(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
}

/** The name of the file that declares each operation, by the operation's name. */
export function filesOf(modules: {
  readonly [file: string]: { readonly [exported: string]: { readonly name: string } }
}): { readonly [operation: string]: string } {
  return Object.fromEntries(
    Object.entries(modules).flatMap(([file, declared]) => Object.values(declared).map(({ name }) => [name, file])),
  )
}

import { z } from 'zod'
import type { Db } from '../db/db.ts'
import { LockBusy } from '../files/lock.ts'
import type { Notices } from '../jobs/follow.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Call } from '../kernel/call.ts'
import type { Clock } from '../kernel/instants.ts'
import {
  type Access,
  type Operation,
  operationsOf,
  type ProjectAccess,
  type ResultStatus,
} from '../kernel/operation.ts'
import { parseArguments, sizeProblems } from './arguments.ts'
import type { LiveRun } from './generate/live-run.ts'
import { type Problem, Rejection, type RejectionCode, refusalAnswer, rejectAny } from './rejection.ts'
import type { DiarySettings } from './settings.ts'

/** What the operations of this part are given. */
export interface DiaryContext {
  call: Call
  db: Db
  clock: Clock
  log: (line: string) => void
  diary: DiarySettings
  jobs: Jobs
  notices: Notices
  /** The generation runs of this process, and the last of those whose end could not be written to their workspace. */
  liveRuns: Map<string, LiveRun>
  /** Calls a writing operation in a workspace as the mode `model`; answers what is wrong, or nothing. */
  writeAsModel(name: string, args: object, workspace: string): Promise<Problem[]>
  /** Called after days were read and their reports written. */
  daysRead(): Promise<void>
  /** What other parts say of places of the diary: projects whose context names one, and files of rooms. */
  findMentions(refs: readonly string[]): Promise<{ context: string[]; room: { project: string; file: string }[] }>
}

const declare = operationsOf<DiaryContext>('diary')

type Shape = z.core.$ZodLooseShape

interface Declaration<I extends z.ZodObject, R extends Shape, F extends object, N extends string>
  extends Pick<Operation<DiaryContext, I, z.ZodObject, N>, 'name' | 'summary' | 'effect' | 'input' | 'questions'> {
  /** The diary is the owner's, unless it says otherwise. */
  access?: Access
  find?(args: z.output<I>, ctx: DiaryContext): Promise<F & ProjectAccess>
  audience?: 'agents' | 'people'
  schemaDetail?: 'full' | 'brief'
  /** For arguments that their schema alone cannot judge. */
  parse?(args: unknown, ctx: DiaryContext): z.output<I> | Promise<z.output<I>>
  /** The keys of an accepted call besides `status`. */
  result: R
  /** What `status` says when the call was accepted, unless it is just `ok`. */
  accepted?: string
  /** What cannot be done is thrown as a Rejection. */
  run(args: z.output<I>, ctx: DiaryContext & F): Promise<z.input<z.ZodObject<R>>>
  chatText?(result: z.output<z.ZodObject<R>>): string
  toStatus?(result: z.output<z.ZodObject<R>>): Partial<ResultStatus>
}

/**
 * Declares an operation of the diary: a refusal is an ordinary answer with `status: "invalid"`, and both answers fit
 * the declared output because everything but `status` is optional there.
 */
export function diaryOperation<I extends z.ZodObject, R extends Shape, N extends string, F extends object = object>({
  result,
  accepted = 'ok',
  parse = args => parseArguments(declared.input, args),
  run,
  chatText,
  toStatus,
  ...declared
}: Declaration<I, R, F, N>) {
  const reads = declared.effect === 'read'
  const success = z.object({ ...result })
  return declare({
    schemaDetail: 'brief',
    access: 'owner',
    ...declared,
    repeatable: declared.effect !== 'append',
    parse(args = {}, ctx) {
      rejectAny(sizeProblems(args))
      return parse(args, ctx)
    },
    output: z.object({
      status: z.enum([accepted, 'invalid']),
      ...success.partial().shape,
      errors: z.array(reads ? FieldProblem : PathProblem).optional(),
    }),
    // The same keys, only less optional than the declared output has them.
    run: async (args, ctx) => ({ status: accepted, ...(await run(args, ctx as DiaryContext & F)) }) as never,
    // Both see accepted results only, which have all their keys.
    ...(chatText && {
      chatText: (output: { status?: unknown }) =>
        output.status === 'invalid' ? JSON.stringify(output) : chatText(output as never),
    }),
    ...(toStatus && { toStatus: (output: object) => toStatus(output as never) }),
    refusal(error) {
      const rejection = asRejection(error)
      if (!rejection) return undefined
      return { result: refusalAnswer(rejection.problems, reads) as never, status: statuses[rejection.code] }
    },
  })
}

const statuses: { readonly [code in RejectionCode]: ResultStatus } = {
  invalid: { http: 422, exit: 2 },
  absent: { http: 422, exit: 3 },
  uncovered: { http: 422, exit: 8 },
  busy: { http: 503, exit: 6 },
}

const PathProblem = z.object({ path: z.string(), message: z.string(), hint: z.string() })
const FieldProblem = z.object({ field: z.string(), message: z.string(), hint: z.string() })

function asRejection(error: unknown): Rejection | undefined {
  if (error instanceof Rejection) return error
  if (error instanceof LockBusy) {
    const message = 'the workspace is busy: another process holds its lock'
    return new Rejection([{ path: 'workspace', message, hint: 'nothing was written; retry in a moment' }], 'busy')
  }
  return undefined
}

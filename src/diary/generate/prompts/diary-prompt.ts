import type { z } from 'zod'
import { Fault } from '../../../kernel/fault.ts'
import { type Prompt, promptsOf } from '../../../kernel/prompt.ts'
import { isOwner, ownerOnly } from '../../../projects/roles.ts'
import { parseArguments } from '../../arguments.ts'
import type { DiaryContext } from '../../context.ts'
import { Rejection } from '../../rejection.ts'

const declare = promptsOf<DiaryContext>('diary')

/** Declares a prompt of the diary: faults in its arguments are worded as those of the operations. */
export function diaryPrompt<A extends z.ZodObject>(declared: Omit<Prompt<DiaryContext, A>, 'toolset'>) {
  return declare({
    ...declared,
    async render(args, ctx) {
      if (!isOwner(ctx.call)) throw ownerOnly()
      try {
        return await declared.render(parseArguments(declared.arguments, args), ctx)
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        const [first] = error.problems
        throw new Fault('INVALID_INPUT', `The prompt cannot be made: ${first?.message ?? 'its arguments are wrong'}.`, {
          details: { errors: error.problems },
          ...(first && { hint: first.hint }),
        })
      }
    },
  })
}

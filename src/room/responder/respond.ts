import type { Tool } from '../tools/tool.ts'
import { answer } from './answer.ts'
import type { ResponderContext } from './context.ts'
import { nextCall } from './plan.ts'

/** The reply of the built-in responder to one step: text, read by the same parser as any model's. */
export async function respond(ctx: ResponderContext, tools: readonly Tool[]): Promise<string> {
  if (ctx.step === 'final' || ctx.nonce === null) return answer(ctx)
  const call = ctx.stepsLeft > 0 ? await nextCall(ctx, tools) : undefined
  const { nonce } = ctx
  if (ctx.step === 'decision') {
    return JSON.stringify(
      call ? { action: 'tool', tool: call.tool, args: call.args, nonce } : { action: 'final', nonce },
    )
  }
  if (call) return JSON.stringify({ tool: call.tool, args: call.args, nonce })
  return ctx.kind === 'phase1' ? 'NO_TOOLS_NEEDED' : answer(ctx)
}

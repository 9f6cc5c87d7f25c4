import { Fault } from '../../../kernel/fault.ts'
import { type ChatModel, ModelFault } from '../../../models/chat.ts'
import { openModel } from '../../../models/open.ts'
import { priceOfTokens } from '../../prices/cost.ts'
import { loadPrices, type PriceTable } from '../../prices/price-table.ts'
import { type Mode, type Producer, type TaskContext, Unavailable } from '../producer.ts'
import type { Attempt } from '../run.ts'
import type { Spent } from './converse.ts'
import { extractTurns } from './evidence.ts'
import { narrate } from './narration.ts'
import { groupTurns } from './synthesis.ts'

/** Any chat model: it is given the records and answers with what is then written through the operations. */
export const model: Mode = {
  name: 'model',
  sends:
    'The compact records of the transcripts of the day, without what looks like a secret, go to the model service of the settings.',
  async open({ diary }) {
    const { model: name, providers, surroundings } = diary
    const chosen = await openModel({ name, providers, env: surroundings.env }).catch(unavailable)
    if (!chosen) {
      throw new Unavailable(
        'no model is chosen and none runs on this machine',
        'start LM Studio or Ollama, or set DAYBOOK_DIARY_MODEL to <provider>/<model>',
      )
    }
    return modelProducer(chosen, await loadPrices(diary))
  },
}

function unavailable(error: unknown): never {
  if (error instanceof Fault) throw new Unavailable(error.message, error.hint)
  throw error
}

function modelProducer(chat: ChatModel, prices: PriceTable): Producer {
  return {
    name: 'model',
    inProcess: false,
    silence: {
      message: `nothing that ${chat.name} answered was accepted`,
      hint: 'choose a model that follows instructions and writes JSON, and look whether its service answers',
    },
    evidence: (task, ctx) => attempt(ctx, spent => extractTurns(chat, task, ctx, spent)),
    synthesis: (task, ctx) => attempt(ctx, spent => groupTurns(chat, task, ctx, spent)),
    narration: ctx => attempt(ctx, spent => narrate(chat, ctx, spent)),
  }

  async function attempt({ signal }: TaskContext, work: (spent: Spent) => Promise<void>): Promise<Attempt> {
    const spent: Spent = { input: 0, output: 0, known: true, fallbacks: 0 }
    const problem = await work(spent).then(
      () => null,
      error => {
        if (signal.aborted) return 'it was stopped'
        if (error instanceof ModelFault) return error.message
        throw error
      },
    )
    return { ...costOf(spent), problem, fallbacks: spent.fallbacks }
  }

  function costOf({ input, output, known }: Spent): Pick<Attempt, 'tokens' | 'cost_usd'> {
    if (!known) return { tokens: null, cost_usd: null }
    if (chat.local) return { tokens: input + output, cost_usd: 0 }
    const tokens = { input, output, cache_read: 0, cache_write: 0, reasoning: 0 }
    const name = chat.name.slice(chat.name.indexOf('/') + 1)
    // Gateways put the maker before the name of the model.
    const model = name.slice(name.lastIndexOf('/') + 1)
    return { tokens: input + output, cost_usd: priceOfTokens(model, tokens, prices) }
  }
}

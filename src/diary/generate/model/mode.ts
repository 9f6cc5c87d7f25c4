import { z } from 'zod'
import { Fault } from '../../../kernel/fault.ts'
import { type ChatModel, ModelFault } from '../../../models/chat.ts'
import { openModel } from '../../../models/open.ts'
import { priceOfTokens } from '../../prices/cost.ts'
import { loadPrices, type PriceTable } from '../../prices/price-table.ts'
import { assignmentOf } from '../../workspace/assignment.ts'
import { ChainInput } from '../../workspace/chain-input.ts'
import { loadProject, turnsOf } from '../../workspace/project.ts'
import { withTranscript } from '../../workspace/transcript.ts'
import { writeBuiltinChains } from '../builtin.ts'
import { type EvidenceTask, type Mode, type Producer, type TaskContext, Unavailable } from '../producer.ts'
import { exampleChain, exampleSpan } from '../prompts/extract-evidence.ts'
import { chainRules, dataNotInstruction, languageRule, meaningsOfChainValues, numberRules } from '../prompts/rules.ts'
import type { Attempt } from '../run.ts'
import { askUntilAccepted, type Spent } from './ask-until-accepted.ts'
import { materialOf } from './material.ts'
import { writeNarration } from './narration.ts'
import { groupTurns } from './synthesis.ts'

/** Any chat model: it is given the records and answers with what is then written through the operations. */
export const model: Mode = {
  name: 'model',
  sends:
    'The compact records of the transcripts of the day, without what looks like a secret, go to the model service of the settings.',
  async open({ diary }) {
    const { model: name, providers, environment } = diary
    const chosen = await openModel({ name, providers, env: environment.env }).catch(unavailable)
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
    narration: ctx => attempt(ctx, spent => writeNarration(chat, ctx, spent)),
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

const schema = { name: 'evidence_chain', schema: z.toJSONSchema(ChainInput, { io: 'input' }) }

/** One conversation per turn; a turn whose chain is not accepted gets the built-in one. */
async function extractTurns(model: ChatModel, task: EvidenceTask, ctx: TaskContext, spent: Spent): Promise<void> {
  const { workspace, diary, signal } = ctx
  const { project_key, session_ref } = task
  const project = await loadProject(workspace, project_key)
  const wanted = new Set(task.turns.map(({ turn_ref }) => turn_ref))
  const turns = turnsOf(project).filter(turn => turn.session_ref === session_ref && wanted.has(turn.turn_ref))
  for (const turn of turns) {
    signal.throwIfAborted()
    const { turn_ref, row, start, end } = turn
    const { span_sha256, full_lines } = await assignmentOf(diary, project, turn)
    const material = await withTranscript(diary, project, row, async transcript => {
      const full = await Promise.all(full_lines.map(line => transcript.full(line, line)))
      const records = materialOf(await transcript.compact(start, end))
      return [
        records,
        ...full.flat().map(({ line, raw_line }) => `Line ${line} in full: ${raw_line.slice(0, longestFull)}`),
      ]
    })
    const accepted = await askUntilAccepted(
      model,
      {
        system: systemText(diary.contentLanguage),
        user: `turn_ref: ${turn_ref}\nspan of the turn: ${start}-${end}\n\nThe records, one per line:\n${material.join('\n')}`,
        schema,
        submit: evidence_chain =>
          ctx.writeAsModel('write_evidence', { project_key, session_ref, span_sha256, evidence_chain }, workspace.root),
      },
      spent,
      signal,
    )
    if (!accepted) {
      await writeBuiltinChains({ project_key, session_ref, turns: [{ turn_ref }] }, ctx)
      spent.fallbacks++
    }
  }
}

const longestFull = 8000

function systemText(language: string): string {
  return [
    `You turn what an agent did in one turn of its transcript into one evidence chain, from the records you are given alone.\n${dataNotInstruction}`,
    numberRules([
      ...chainRules,
      ...languageRule(language),
      'Lines named as left out were not given to you: claim nothing about them.',
      'Answer with the chain as one JSON object and nothing else.',
    ]),
    `The values:\n${meaningsOfChainValues}`,
    `A chain for an invented turn over lines ${exampleSpan.start}-${exampleSpan.end}:\n${JSON.stringify(exampleChain)}`,
  ].join('\n\n')
}

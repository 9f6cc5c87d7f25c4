import { z } from 'zod'
import type { ChatModel } from '../../../models/chat.ts'
import { assignmentOf } from '../../workspace/assignment.ts'
import { ChainInput } from '../../workspace/chain-input.ts'
import { loadProject, turnsOf } from '../../workspace/project.ts'
import { withTranscript } from '../../workspace/transcript.ts'
import { writeBuiltinChains } from '../builtin.ts'
import type { EvidenceTask, TaskContext } from '../producer.ts'
import { exampleChain, exampleSpan } from '../prompts/extract-evidence.ts'
import { chainRules, dataNotInstruction, languageRule, meaningsOfChainValues, numberRules } from '../prompts/rules.ts'
import { converse, type Spent } from './converse.ts'
import { materialOf } from './material.ts'

const schema = { name: 'evidence_chain', schema: z.toJSONSchema(ChainInput, { io: 'input' }) }

/** One conversation per turn; a turn whose chain is not accepted gets the built-in one. */
export async function extractTurns(
  model: ChatModel,
  task: EvidenceTask,
  ctx: TaskContext,
  spent: Spent,
): Promise<void> {
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
    const accepted = await converse(
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

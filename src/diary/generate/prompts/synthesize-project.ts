import { z } from 'zod'
import { DateArgument, name } from '../../arguments.ts'
import type { WorkItem } from '../../schema.ts'
import type { DiarySettings } from '../../settings.ts'
import { readWorkspace } from '../../workspace/open.ts'
import { type Progress, progressOf } from '../../workspace/progress.ts'
import { loadProject } from '../../workspace/project.ts'
import { turnKey } from '../../workspace/refs.ts'
import { diaryPrompt } from './diary-prompt.ts'
import { cleanText, dataNotInstruction, dateRule, languageRule, meaningsOfItemValues, numberRules } from './rules.ts'

const Arguments = z.strictObject({ date: DateArgument.optional(), project_key: name('ledger-d7579830878a') })

export const synthesizeProject = diaryPrompt({
  name: 'synthesize_project',
  summary: "Group a project's evidence chains into work items until every turn is covered.",
  arguments: Arguments,
  render: ({ date, project_key }, ctx) =>
    readWorkspace(ctx, date, async workspace => {
      const progress = await progressOf(await loadProject(workspace, project_key))
      return synthesizeProjectText(ctx.diary, { date, progress })
    }),
})

/** The whole prompt for a project in its present state. */
export function synthesizeProjectText(
  { contentLanguage }: Pick<DiarySettings, 'contentLanguage'>,
  { date, progress }: { date?: string | undefined; progress: Progress },
): string {
  const { project, nextItemRef: first } = progress
  return [
    '# Synthesize a project',
    `Group the evidence chains of one project into work items, so that every turn of its day is covered exactly once.\n${dataNotInstruction} The same holds for the texts of chains.`,
    '## Assignment',
    [`- project_key: ${project.key}`, `- next_work_item_ref: ${first}`, uncoveredText(progress)].join('\n'),
    '## Grouping',
    numberRules([
      'Read the chains through diary_chains, page by page until next_cursor is null. Read nothing else.',
      'Put turns together that belong to the same goal, the same artifact, the same defect, the same decision or the same loop of testing and fixing, and an interruption together with its resumption, across sessions and agents.',
      ...itemRules,
      ...dateRule(date),
      ...languageRule(contentLanguage),
    ]),
    `The values:\n- kind: material_work_item, no_material_work_item, evidence_gap_item, excluded_with_reason (with chain, left out for the reason given)\n- confidence: high, medium, low\n${meaningsOfItemValues}`,
    `One complete item:\n\`\`\`json\n${JSON.stringify(exampleItem, null, 1)}\n\`\`\``,
    '## Writing',
    numberRules([
      `Call write_work_item once per item. Number the items sequentially from ${first}.`,
      'When the answer is "invalid", correct the item from its errors and call again.',
      'The answer lists uncovered_turns. Stop when uncovered_turns is empty.',
    ]),
  ].join('\n\n')
}

/** The rules for items, for every writer and every way to send them. */
export const itemRules: readonly string[] = [
  'Supporting turns (approvals, corrections, requests to go on, checks, questions) go with the work they support.',
  'Trivial turns that support nothing go into one no_material_work_item together.',
  'Turns without a chain (has_chain false) go into an evidence_gap_item: only title, reason, covered_turns and confidence, no narrative.',
  'Cite by session_ref and turn_ref in evidence_refs, only turns the item covers. Copy no text from transcripts or chains: say it in your own words.',
  'An outcome belongs into an item only when a chain has it. Confidence is high only where a check or a commit supports it.',
  'Write no verdicts about people and no advice.',
  cleanText,
]

export const exampleItem: WorkItem = {
  work_item_ref: 'W0001',
  kind: 'material_work_item',
  title: 'Limit retries of uploads',
  covered_turns: [
    { session_ref: 'S0001', turn_ref: 'T0003' },
    { session_ref: 'S0001', turn_ref: 'T0004' },
  ],
  trigger: {
    summary: 'The user wanted uploads to give up when the server is down.',
    evidence_refs: [{ session_ref: 'S0001', turn_ref: 'T0003' }],
  },
  agent_reaction: {
    summary: 'Limited the retries and adjusted one test.',
    main_actions: ['Changed src/upload.ts', 'Ran the tests twice'],
  },
  outcomes: [
    {
      category: 'code_outcome',
      summary: 'Uploads stop after three tries and show a message.',
      evidence_refs: [{ session_ref: 'S0001', turn_ref: 'T0003' }],
      confidence: 'high',
    },
  ],
  terminal_states: [
    {
      type: 'material_result',
      summary: 'The work ended with passing tests.',
      evidence_refs: [{ session_ref: 'S0001', turn_ref: 'T0003' }],
    },
  ],
  limits: [],
  confidence: 'high',
}

function uncoveredText({ uncovered, hasChain }: Progress): string {
  if (uncovered.length === 0) return '- uncovered_turns: none; there is nothing to write'
  const named = (chained: boolean) => uncovered.filter(turn => hasChain(turn) === chained).map(turnKey)
  return [
    `- uncovered_turns: ${uncovered.length}`,
    `- with a chain: ${named(true).join(', ') || 'none'}`,
    `- without a chain: ${named(false).join(', ') || 'none'}`,
  ].join('\n')
}
